#include "support.h"
#include "target/build/stamp.h"

#include <thread>

namespace braid::target {

namespace {

namespace fs = std::filesystem;

class Stamp : public testing::Test {
protected:
  Stamp() {
    product_ = folder_.write("a.o", "object");
    folder_.write("a.c", "source");
    folder_.write("a.h", "header");
    stamp();
  }

  void stamp() { write_stamp(product_, command_, std::chrono::file_clock::now(), {"a.c", folder_ / "a.h"}); }
  bool current() const { return is_current(product_, command_); }

  const TemporaryFolder folder_;
  fs::path product_;
  Command command_{folder_.path(), {"cc", "-c", "a.c"}};
};

TEST_F(Stamp, NothingHasChanged) { EXPECT_TRUE(current()); }

TEST_F(Stamp, AnotherCommandOrFolder) {
  EXPECT_FALSE(is_current(product_, {folder_.path(), {"cc", "-O2", "-c", "a.c"}}));
  EXPECT_FALSE(is_current(product_, {"/", {"cc", "-c", "a.c"}}));
}

TEST_F(Stamp, AnotherVariable) {
  setenv("BRAID_INPUT_FUNCTIONS", "rand", 1);
  EXPECT_FALSE(current());
  unsetenv("BRAID_INPUT_FUNCTIONS");
  EXPECT_TRUE(current());
}

TEST_F(Stamp, ChangedFiles) {
  for (const char *name : {"a.c", "a.h", "a.o"}) {
    const std::string before = read_text(folder_ / name);
    const fs::file_time_type time = fs::last_write_time(folder_ / name);
    folder_.write(name, before + "more");
    EXPECT_FALSE(current()) << name;
    folder_.write(name, before);
    EXPECT_TRUE(current()) << name << " has its contents back";
    fs::remove(folder_ / name);
    EXPECT_FALSE(current()) << name << " is missing";
    folder_.write(name, std::string(before.size(), '?'));
    EXPECT_FALSE(current()) << name << " has other contents of the same size";
    folder_.write(name, before);
    fs::last_write_time(folder_ / name, time);
    EXPECT_TRUE(current()) << name;
  }
}

TEST_F(Stamp, ATouchIsNoChange) {
  fs::last_write_time(folder_ / "a.c", fs::file_time_type::clock::now() + std::chrono::hours(1));
  EXPECT_TRUE(current());
}

TEST_F(Stamp, ChangedWhileTheCompilerRan) {
  const StampTime begin = std::chrono::file_clock::now() - std::chrono::hours(1);
  folder_.write("a.c", "source");
  write_stamp(product_, command_, begin, {"a.c"});
  EXPECT_FALSE(current());
}

TEST_F(Stamp, DamagedStamps) {
  const std::string whole = read_text(folder_ / "a.o.stamp");
  ASSERT_FALSE(whole.empty());
  for (const std::string &text : {std::string(), std::string("[]"), std::string("{}"),
                                  whole.substr(0, whole.size() / 2), std::string("{\"format\": 1}")}) {
    folder_.write("a.o.stamp", text);
    EXPECT_FALSE(current()) << text;
  }
  folder_.write("a.o.stamp", whole);
  EXPECT_TRUE(current());
}

TEST_F(Stamp, Dependencies) {
  const fs::path file =
      folder_.write("a.d", "out/a.o: a.c \\\n  with\\ blank.h cost$$.h sharp\\#.h \\\n  /usr/x.h\n");
  EXPECT_EQ(read_dependencies(file),
            (std::vector<fs::path>{"a.c", "with blank.h", "cost$.h", "sharp#.h", "/usr/x.h"}));
}

} // namespace

} // namespace braid::target
