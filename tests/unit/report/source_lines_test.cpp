#include "report/source_lines.h"

#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace braid::report {
namespace {

namespace fs = std::filesystem;

class SourceLinesTest : public testing::Test {
protected:
  SourceLinesTest() : folder_(fs::path(testing::TempDir()) / ("braid-lines-" + std::to_string(getpid()))) {
    fs::create_directory(folder_);
    std::ofstream(folder_ / "main.c")
        << "int main() {\n  \tif (x)\r\n\n  y(\"\x1b\");\nstd::sort (__builtin_memcmp(a))\n";
    std::ofstream(folder_ / "prog") << "";
  }
  ~SourceLinesTest() override { fs::remove_all(folder_); }

  fs::path folder_;
};

TEST_F(SourceLinesTest, FoundBesideTheProgram) {
  SourceLines lines(folder_ / "prog");
  EXPECT_EQ(lines.line("main.c", 1), "int main() {");
  EXPECT_EQ(lines.line("main.c", 2), "if (x)");
  EXPECT_EQ(lines.line("main.c", 3), "");
  EXPECT_EQ(lines.line("main.c", 4), "y(\" \");");
  EXPECT_EQ(lines.line("main.c", 6), "");
  EXPECT_EQ(lines.line("main.c", 0), "");
  EXPECT_EQ(lines.line("", 1), "");
  EXPECT_EQ(lines.line("other.c", 1), "");
  EXPECT_EQ(lines.line((folder_ / "main.c").string(), 1), "int main() {");
}

TEST_F(SourceLinesTest, WholeLines) {
  SourceLines lines("/nowhere/prog", folder_);
  EXPECT_EQ(lines.whole_line("main.c", 2), "   if (x)");
  EXPECT_EQ(lines.whole_line("main.c", 4), "  y(\" \");");
  EXPECT_EQ(lines.whole_line("main.c", 6), "");
  EXPECT_TRUE(lines.has_line("main.c", 5));
  EXPECT_FALSE(lines.has_line("main.c", 6));
  EXPECT_FALSE(lines.has_line("main.c", 0));
  EXPECT_FALSE(lines.has_line("", 1));
  EXPECT_FALSE(lines.has_line("other.c", 1));
}

TEST(Columns, OfBytesCharactersAndUnits) {
  const std::string line = "a\xc3\xb6\xf0\x9f\x98\x80z"; // a, o with dots, a face, z
  EXPECT_EQ(characters_before(line, 1), 0U);
  EXPECT_EQ(characters_before(line, 8), 3U);
  EXPECT_EQ(utf16_units_before(line, 8), 4U);
  EXPECT_EQ(utf16_units_before(line, 2), 1U);
  EXPECT_EQ(utf16_units_before(line, 0), 0U);
  EXPECT_EQ(utf16_units_before(line, 100), 5U);
}

TEST_F(SourceLinesTest, ChangedFilesAreNamed) {
  fs::last_write_time(folder_ / "main.c", fs::last_write_time(folder_ / "prog") + std::chrono::hours(1));
  SourceLines lines(folder_ / "prog");
  EXPECT_TRUE(lines.changed().empty());
  lines.line("main.c", 1);
  lines.line("main.c", 2);
  EXPECT_EQ(lines.changed(), std::vector<std::string>{"main.c"});
}

TEST_F(SourceLinesTest, FoldersAreNoFiles) {
  SourceLines lines(folder_ / "prog");
  EXPECT_EQ(lines.line(folder_.string(), 1), "");
}

} // namespace
} // namespace braid::report
