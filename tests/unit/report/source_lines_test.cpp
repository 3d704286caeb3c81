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
