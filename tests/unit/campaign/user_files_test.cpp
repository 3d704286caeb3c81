// Files are put back as they were, by the same process or by the next one.
#include "campaign/user_files.h"
#include "target/error.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace braid::campaign {
namespace {

namespace fs = std::filesystem;

class Originals : public ::testing::Test {
protected:
  Originals() : folder_(fs::temp_directory_path() / ("braid-files-" + std::to_string(getpid()))) {
    fs::create_directories(out_);
    write(there_, "original");
  }
  ~Originals() override { fs::remove_all(folder_); }

  static void write(const fs::path &path, const std::string &text) {
    std::ofstream(path, std::ios::binary) << text;
  }
  static std::string read(const fs::path &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // What a process leaves that is killed after it has overwritten both files.
  void be_killed() {
    UserFiles files(out_);
    files.keep(there_);
    files.keep(not_there_);
    fs::copy(out_, folder_ / "copy", fs::copy_options::recursive);
    files.put_back();
    fs::remove_all(out_);
    fs::rename(folder_ / "copy", out_);
    write(there_, "input");
    write(not_there_, "input");
  }

  fs::path folder_, out_ = folder_ / "out", there_ = folder_ / "th\xff\ne re", not_there_ = folder_ / "new";
};

TEST_F(Originals, ArePutBack) {
  chmod(there_.c_str(), 0640);
  const fs::file_time_type time = fs::last_write_time(there_) - std::chrono::hours(5);
  fs::last_write_time(there_, time);
  {
    UserFiles files(out_);
    EXPECT_EQ(files.note(), "");
    files.keep(there_);
    files.keep(not_there_);
    files.keep(there_);
    write(there_, "a longer text than before");
    write(not_there_, "input");
    files.put_back();
    EXPECT_EQ(read(there_), "original");
    EXPECT_EQ(fs::last_write_time(there_), time);
    EXPECT_FALSE(fs::exists(not_there_));
    write(there_, "mine"); // it is the user's again
  }
  EXPECT_EQ(read(there_), "mine");
  {
    UserFiles files(out_);
    files.keep(there_);
    fs::remove(there_); // the program may do that
  }
  EXPECT_EQ(read(there_), "mine");
  struct stat facts = {};
  ASSERT_EQ(stat(there_.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 07777, 0640U);
  EXPECT_TRUE(fs::is_empty(out_));
}

TEST_F(Originals, ArePutBackByTheNextProcess) {
  be_killed();
  const UserFiles files(out_);
  EXPECT_EQ(read(there_), "original");
  EXPECT_FALSE(fs::exists(not_there_));
  EXPECT_NE(files.note().find(there_.string() + " is again as it was"), std::string::npos) << files.note();
  EXPECT_EQ(read(out_ / "originals" / "1.found"), "input");
  EXPECT_EQ(UserFiles(out_).note(), "");
}

TEST_F(Originals, AreKeptAsLongAsTheyCannotBePutBack) {
  be_killed();
  fs::remove(there_);
  fs::create_directories(there_ / "in the way");
  try {
    UserFiles files(out_);
    FAIL() << "it is a folder";
  } catch (const target::Error &error) {
    EXPECT_NE(std::string(error.what()).find("1.content"), std::string::npos) << error.what();
  }
  EXPECT_FALSE(fs::exists(not_there_)); // which was possible
  fs::remove_all(there_);
  const UserFiles files(out_);
  EXPECT_EQ(read(there_), "original");
}

TEST_F(Originals, DamagedFactsAreNotBelieved) {
  be_killed();
  for (const char *text : {"", "1 2 3", "1 33188 5 5\n", "x 33188 5 5\n/a"}) {
    write(out_ / "originals" / "1.facts", text);
    EXPECT_THROW(UserFiles files(out_), target::Error) << text;
    EXPECT_EQ(read(there_), "input");
  }
}

TEST_F(Originals, OtherThanFilesStayAsTheyAre) {
  UserFiles files(out_);
  files.keep("/dev/null");
  files.put_back();
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

} // namespace
} // namespace braid::campaign
