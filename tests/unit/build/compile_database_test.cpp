#include "support.h"
#include "target/build/compile_database.h"
#include "target/error.h"

#include <fmt/format.h>

namespace braid::target {

namespace {

using Words = std::vector<std::string>;

TEST(CompileDatabase, CommandsAreSplitAsAShellDoes) {
  EXPECT_EQ(split_command(R"(cc  -DA="b c" -DD='e "f"' g\ h -DI=\"j\" "k\\l" 'm\n' "" )"),
            (Words{"cc", "-DA=b c", "-DD=e \"f\"", "g h", "-DI=\"j\"", "k\\l", "m\\n", ""}));
  EXPECT_EQ(split_command(""), Words{});
}

TEST(CompileDatabase, EntriesAreFoundAndStripped) {
  const TemporaryFolder folder;
  folder.write("src/a.c", "");
  folder.write("src/b.c", "");
  folder.write("out/compile_commands.json",
               R"([{"directory": ")" + (folder / "out").string() + R"(", "file": "../src/a.c",
                    "arguments": ["/usr/bin/ccache", "gcc", "-DX=a b", "-I", "../src", "-MD", "-MF", "a.d", "-o",
                                  "a.o", "-c", "../src/a.c"]},
                   {"directory": "../src", "file": "b.c", "command": "cc -DY=\"1\" -c -o b.o -- b.c"},
                   {"directory": "../src", "file": "a.c", "command": "cc -DSECOND -c a.c", "output": "a2.o"}])");
  for (const std::string given : {"out", "out/compile_commands.json"}) {
    const CompileDatabase database(folder / given);
    const std::vector<DatabaseEntry> a = database.entries_for(folder / "src/../src/a.c");
    ASSERT_EQ(a.size(), 2U);
    EXPECT_EQ(a[0].options, (Words{"-DX=a b", "-I", "../src"}));
    EXPECT_EQ(a[0].folder, folder / "out");
    EXPECT_EQ(a[0].file, "../src/a.c");
    EXPECT_EQ(a[1].options, (Words{"-DSECOND"}));
    EXPECT_EQ(database.entries_for(folder / "src/b.c").at(0).options, (Words{"-DY=1"}));
  }
}

TEST(CompileDatabase, LinksLeadToTheFile) {
  const TemporaryFolder folder;
  folder.write("a.c", "");
  std::filesystem::create_symlink("a.c", folder / "link.c");
  folder.write("compile_commands.json", R"([{"directory": ".", "file": "a.c", "command": "cc -DX -c a.c"}])");
  EXPECT_EQ(CompileDatabase(folder.path()).entries_for(folder / "link.c").at(0).options, (Words{"-DX"}));
}

TEST(CompileDatabase, MissingEntriesAreToldWithNamesLikeThem) {
  const TemporaryFolder folder;
  folder.write("compile_commands.json", R"([
    {"directory": ".", "file": "lexer.c", "command": "cc -c lexer.c"},
    {"directory": ".", "file": "other/parser.c", "command": "cc -c other/parser.c"},
    {"directory": ".", "file": "main.c", "command": "cc -c main.c"}])");
  const std::string message =
      message_of<Error>([&] { CompileDatabase(folder.path()).entries_for(folder / "parser.c"); });
  EXPECT_NE(message.find("parser.c: the file has no entry in"), std::string::npos) << message;
  EXPECT_NE(message.find("It has 3 files. Most like it:\n    " + (folder / "other/parser.c").string()),
            std::string::npos)
      << message;
}

TEST(CompileDatabase, OtherFilesAreRefused) {
  const TemporaryFolder folder;
  EXPECT_NE(message_of<Error>([&] { CompileDatabase{folder.path()}; }).find("cannot be read"), std::string::npos);
  for (const char *text : {"", "[", "[{}]", "[1]", R"([{"directory": ".", "file": "a.c"}])",
                           R"([{"directory": 3, "file": "a.c", "command": ""}])"}) {
    const std::filesystem::path file = folder.write("compile_commands.json", text);
    EXPECT_NE(message_of<Error>([&] { CompileDatabase{file}; }).find("this is not a compile_commands.json"),
              std::string::npos)
        << text;
  }
}

} // namespace

} // namespace braid::target
