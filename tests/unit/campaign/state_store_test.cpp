// What is added is there for the next process; what was not written whole is not; another key is another campaign.
#include "campaign/state_store.h"

#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace braid::campaign {
namespace {

namespace fs = std::filesystem;

class State : public ::testing::Test {
protected:
  State() : folder_(fs::temp_directory_path() / ("braid-state-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~State() override { fs::remove_all(folder_); }

  static StateStore::StoredTest test_with(explore::TestNumber number, const std::string &bytes) {
    StateStore::StoredTest test;
    test.number = number;
    test.input = target::Input::standard_input(bytes);
    test.input.sources[0].symbolic_length = true;
    test.input.add(target::SourceKind::MARK, "n", std::string(200, '\xff'), 3);
    return test;
  }

  // With all that SQLite has beside it.
  static fs::path copy_of(const fs::path &file) {
    const fs::path copy = file.string() + ".copy";
    for (const char *ending : {"", "-wal", "-journal"})
      if (fs::exists(file.string() + ending))
        fs::copy_file(file.string() + ending, copy.string() + ending);
    return copy;
  }

  fs::path folder_, file_ = folder_ / "state.sqlite";
};

TEST_F(State, ComesBack) {
  const std::string bytes("a\0b\xff", 4);
  {
    StateStore store(file_, "key");
    EXPECT_TRUE(store.tests().empty());
    store.add(test_with(0, ""));
    StateStore::StoredTest second = test_with(1, bytes);
    second.origin = {0, 70000, uint64_t(1) << 63};
    second.diverged = true;
    store.add(second);
    store.add(StateStore::StoredVerdict{0, 5, UINT64_MAX, explore::Way::INFEASIBLE});
    store.add(StateStore::StoredVerdict{1, 200000, 1, explore::Way::DIVERGED});
  }
  ASSERT_FALSE(StateStore::is_foreign(file_, "key"));
  StateStore store(file_, "key");
  const std::vector<StateStore::StoredTest> tests = store.tests();
  ASSERT_EQ(tests.size(), 2U);
  EXPECT_FALSE(tests[0].origin.has_value());
  EXPECT_FALSE(tests[0].diverged);
  ASSERT_TRUE(tests[1].origin.has_value());
  EXPECT_EQ(tests[1].origin->step, 70000U);
  EXPECT_EQ(tests[1].origin->choice, uint64_t(1) << 63);
  EXPECT_TRUE(tests[1].diverged);
  ASSERT_EQ(tests[1].input.sources.size(), 2U);
  EXPECT_EQ(std::string(tests[1].input.sources[0].bytes.begin(), tests[1].input.sources[0].bytes.end()), bytes);
  EXPECT_TRUE(tests[1].input.sources[0].symbolic_length);
  EXPECT_EQ(tests[1].input.sources[1].name, "n");
  EXPECT_EQ(tests[1].input.sources[1].index, 3U);
  EXPECT_EQ(tests[1].input.sources[1].bytes.size(), 200U);
  const std::vector<StateStore::StoredVerdict> verdicts = store.verdicts();
  ASSERT_EQ(verdicts.size(), 2U);
  EXPECT_EQ(verdicts[0].choice, UINT64_MAX);
  EXPECT_EQ(verdicts[1].step, 200000U);
  EXPECT_EQ(verdicts[1].way, explore::Way::DIVERGED);
}

TEST_F(State, KeepsWhatWasLastSaidAboutTheCost) {
  {
    StateStore store(file_, "key");
    EXPECT_EQ(store.cost(), "");
    store.set_cost("much");
    store.flush();
    EXPECT_EQ(store.cost(), "much");
    store.set_cost("more");
  }
  EXPECT_FALSE(StateStore::is_foreign(file_, "key"));
  EXPECT_EQ(StateStore(file_, "key").cost(), "more");
}

TEST_F(State, KeepsSuspects) {
  {
    StateStore store(file_, "key");
    EXPECT_TRUE(store.suspects().empty());
    store.set_suspects({{1, 2, true, 3, std::nullopt}});
    store.flush();
    store.set_suspects({{1, 2, true, 4, std::nullopt}, {UINT64_MAX, 300, false, 16, test_with(0, "a\0b").input}});
  }
  EXPECT_FALSE(StateStore::is_foreign(file_, "key"));
  StateStore store(file_, "key");
  const std::vector<StateStore::StoredSuspect> suspects = store.suspects();
  ASSERT_EQ(suspects.size(), 2U);
  EXPECT_EQ(suspects[0].site, 1U);
  EXPECT_EQ(suspects[0].kind, 2U);
  EXPECT_TRUE(suspects[0].is_shown);
  EXPECT_EQ(suspects[0].tried, 4U);
  EXPECT_FALSE(suspects[0].input.has_value());
  EXPECT_EQ(suspects[1].site, UINT64_MAX);
  EXPECT_EQ(suspects[1].kind, 300U);
  EXPECT_FALSE(suspects[1].is_shown);
  ASSERT_TRUE(suspects[1].input.has_value());
  EXPECT_EQ(suspects[1].input->sources.size(), 2U);
}

// Others get the numbers of tests that cannot be used.
TEST_F(State, ForgetsWhatWasSaidAboutTestsThatAreGone) {
  {
    StateStore store(file_, "key");
    for (explore::TestNumber number = 0; number < 5; number++) {
      store.add(test_with(number, "x"));
      store.add(StateStore::StoredVerdict{number, number, 1, explore::Way::INFEASIBLE});
      store.flush();
    }
    store.forget_from(2);
    store.add(test_with(2, "new"));
  }
  StateStore store(file_, "key");
  EXPECT_EQ(store.tests().size(), 3U);
  const std::vector<StateStore::StoredVerdict> verdicts = store.verdicts();
  ASSERT_EQ(verdicts.size(), 2U);
  EXPECT_EQ(verdicts[0].test, 0U);
  EXPECT_EQ(verdicts[1].test, 1U);
}

// As after a kill: what was not flushed is not there, and what was is whole. Early, and when it has gone on for
// long.
TEST_F(State, WhatWasFlushedIsThere) {
  for (const bool is_late : {false, true}) {
    const fs::path file = folder_ / (is_late ? "late.sqlite" : "early.sqlite");
    StateStore store(file, "key", std::chrono::hours(is_late ? 0 : 1));
    store.add(test_with(0, "x"));
    store.flush();
    store.add(test_with(1, "y"));
    store.flush();
    EXPECT_EQ(fs::exists(file.string() + "-wal"), is_late);
    store.add(test_with(2, "z"));
    const fs::path copy = copy_of(file);
    ASSERT_FALSE(StateStore::is_foreign(copy, "key"));
    EXPECT_EQ(StateStore(copy, "key").tests().size(), 2U);
  }
}

TEST_F(State, NothingWasFlushed) {
  StateStore store(file_, "key");
  store.add(test_with(0, "x"));
  const fs::path copy = copy_of(file_);
  ASSERT_FALSE(StateStore::is_foreign(copy, "key"));
  {
    StateStore other(copy, "key");
    EXPECT_TRUE(other.tests().empty());
    other.add(test_with(0, "x"));
  }
  ASSERT_FALSE(StateStore::is_foreign(copy, "key"));
  EXPECT_EQ(StateStore(copy, "key").tests().size(), 1U);
}

// A short campaign leaves one file.
TEST_F(State, LeavesNothingBeside) {
  for (const bool is_late : {false, true}) {
    {
      StateStore store(file_, "key", std::chrono::hours(is_late ? 0 : 1));
      store.add(test_with(is_late ? 1 : 0, "x"));
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
    EXPECT_EQ(StateStore(file_, "key").tests().size(), is_late ? 2U : 1U);
  }
}

TEST_F(State, NumbersAfterAGapAreNotUsed) {
  StateStore store(file_, "key");
  store.add(test_with(0, "x"));
  store.add(test_with(2, "z"));
  EXPECT_EQ(store.tests().size(), 1U);
}

TEST_F(State, AnotherKeyOrAnotherFileIsForeign) {
  EXPECT_FALSE(StateStore::is_foreign(file_, "key")); // there is none
  {
    StateStore store(file_, "key");
  }
  EXPECT_FALSE(StateStore::is_foreign(file_, "key"));
  EXPECT_TRUE(StateStore::is_foreign(file_, "other"));
  const fs::path text = folder_ / "text.sqlite";
  std::ofstream(text) << "this is not a database, and long enough to be none for sure";
  EXPECT_TRUE(StateStore::is_foreign(text, "key"));
}

} // namespace
} // namespace braid::campaign
