// Arguments and environment variables that are input.
#include "support.h"

#include <cstring>

namespace inputs {
namespace {

class ArgumentsTest : public testing::Test {
protected:
  void SetUp() override {
    world_begin();
    kept_ = environ;
  }
  void TearDown() override {
    world_end();
    environ = kept_;
  }
  int give(int kind, const char *name, const std::string &bytes, uint16_t index = 0) {
    int source = world_give(kind, BRAID_SOURCE_SYMBOLIC, name, bytes.data(), bytes.size());
    world_source(source)->index = index;
    return source;
  }

  char name_[8] = "program", first_[6] = "first";
  char *list_[3] = {name_, first_, nullptr};
  int argc_ = 2;
  char **argv_ = list_;
  char **kept_ = nullptr;
};

TEST_F(ArgumentsTest, ReplaceThoseOfTheProcess) {
  int source = give(BRAID_SOURCE_ARG, "", "new", 1);
  world_start(&argc_, &argv_);
  ASSERT_EQ(argc_, 2);
  EXPECT_EQ(argv_[0], name_);
  EXPECT_STREQ(argv_[1], "new");
  EXPECT_EQ(argv_[2], nullptr);
  for (unsigned i = 0; i < 3; i++)
    EXPECT_TRUE(world_is_input(argv_[1] + i, source, i));
  EXPECT_EQ(world_label(argv_[1] + 3, 1), 0u);
  EXPECT_EQ(world_label(first_, 4), 0u);
  EXPECT_EQ(world_events(BRAID_EVENT_SOURCE), 1u);
}

TEST_F(ArgumentsTest, MayBeMoreThanTheProcessHas) {
  give(BRAID_SOURCE_ARG, "", "", 1);
  give(BRAID_SOURCE_ARG, "", "four", 4);
  world_start(&argc_, &argv_);
  ASSERT_EQ(argc_, 5);
  EXPECT_STREQ(argv_[1], "");
  EXPECT_STREQ(argv_[2], "");
  EXPECT_STREQ(argv_[4], "four");
  EXPECT_EQ(argv_[5], nullptr);
}

TEST_F(ArgumentsTest, AreMadeAnewForEachRun) {
  for (unsigned length = 1; length < 3000; length = length * 3) {
    world_begin();
    argc_ = 2;
    argv_ = list_;
    int source = give(BRAID_SOURCE_ARG, "", std::string(length, 'a'), 1);
    world_start(&argc_, &argv_);
    ASSERT_EQ(strlen(argv_[1]), length);
    ASSERT_TRUE(world_is_input(argv_[1] + length - 1, source, length - 1));
    memset(argv_[1], 'x', length);
  }
}

TEST_F(ArgumentsTest, WithoutSourcesNothingChanges) {
  world_start(&argc_, &argv_);
  EXPECT_EQ(argv_, list_);
  EXPECT_EQ(environ, kept_);
}

TEST_F(ArgumentsTest, VariablesAreReplacedOrAdded) {
  setenv("BRAID_TEST_OLD", "old", 1);
  kept_ = environ;
  int old = give(BRAID_SOURCE_ENV, "BRAID_TEST_OLD", "changed");
  int added = give(BRAID_SOURCE_ENV, "BRAID_TEST_NEW", "n");
  world_start(&argc_, &argv_);
  const char *value = getenv("BRAID_TEST_OLD");
  ASSERT_STREQ(value, "changed");
  EXPECT_TRUE(world_is_input(value, old, 0));
  EXPECT_EQ(world_label(value - 1, 1), 0u);
  value = getenv("BRAID_TEST_NEW");
  ASSERT_STREQ(value, "n");
  EXPECT_TRUE(world_is_input(value, added, 0));
  unsigned before = 0, after = 0;
  while (kept_[before])
    before++;
  while (environ[after])
    after++;
  EXPECT_EQ(after, before + 1);
  /* The library can go on from there. */
  setenv("BRAID_TEST_OLD", "again", 1);
  EXPECT_STREQ(getenv("BRAID_TEST_OLD"), "again");
}

} // namespace
} // namespace inputs
