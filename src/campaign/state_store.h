// The state of a campaign on disk: every test and every verdict that cost a query, in a SQLite file.
//
// The tree itself is not stored. Running the tests again, in their order, makes it again, and cannot disagree with
// the program. Verdicts say which ways are closed without a run.
//
// What was added is written a few times a second, and at once if it matters; a process that is killed loses no
// more than that, and what it lost is found again. A state is for one build of one program with one set of inputs.
//
// Many campaigns end before the first of these times. Such a state is written once, without a log beside it and
// without waiting for the disk: a machine that goes down at that moment takes a quarter of a second of work with
// it.
#pragma once

#include "explore/tree.h"
#include "target/input.h"

#include <chrono>
#include <filesystem>
#include <functional>

struct sqlite3;
struct sqlite3_stmt;

namespace braid::campaign {

class StateStore {
public:
  struct StoredTest {
    explore::TestNumber number = 0;
    target::Input input;
    // Another way at a step of another test; a seed has none.
    struct Origin {
      explore::TestNumber test = 0;
      uint32_t step = 0;
      uint64_t choice = 0;
    };
    std::optional<Origin> origin;
    bool diverged = false;
  };
  struct StoredVerdict {
    explore::TestNumber test = 0;
    uint32_t step = 0;
    uint64_t choice = 0;
    explore::Way way = explore::Way::INFEASIBLE;
  };

  // An operation that the solver has an input for with which it goes wrong (explore::Suspects), by the id of its
  // site: numbers differ from one process to the next.
  struct StoredSuspect {
    uint64_t site = 0;
    uint16_t kind = 0;
    bool is_shown = false;
    uint32_t tried = 0;
    std::optional<target::Input> input;
  };

  // Whether a file holds a state, and for something else than `key` says; or what cannot be read.
  static bool is_foreign(const std::filesystem::path &file, const std::string &key);

  // Opens or makes the file, which must not be foreign. Throws target::Error if it cannot be written.
  StateStore(const std::filesystem::path &file, const std::string &key,
             std::chrono::milliseconds flush_after = std::chrono::milliseconds(250));
  ~StateStore();
  StateStore(const StateStore &) = delete;
  StateStore &operator=(const StateStore &) = delete;

  // What a former process left, by test.
  std::vector<StoredTest> tests();
  std::vector<StoredVerdict> verdicts();
  // Forgets tests from this number on, and what was said about them: it cannot be used, and others get their
  // numbers.
  void forget_from(explore::TestNumber first);
  void add(const StoredTest &test);
  void add(const StoredVerdict &verdict);
  // What it has cost to come so far (cost.h), as it was last set; empty if it never was.
  std::string cost();
  void set_cost(std::string text) { cost_ = std::move(text); }
  // All tests before this one were proved (explore::Exploration::proved_before).
  explore::TestNumber proved_before();
  void set_proved_before(explore::TestNumber test) { proved_before_ = test; }
  // All there are.
  std::vector<StoredSuspect> suspects();
  void set_suspects(const std::vector<StoredSuspect> &all);
  // The input of a test that was added. Throws target::Error if there is none.
  target::Input input(explore::TestNumber test);
  // Whether what was added has waited long enough.
  bool is_time_to_flush() const;
  // Writes it.
  void flush();

private:
  StateStore() = default;
  void open(const std::filesystem::path &file);
  bool is_for(const std::string &key);
  bool has_no_tables();
  void make_tables(const std::string &key);
  void settle();
  void run(const char *command);
  sqlite3_stmt *prepared(const char *command);
  std::string fact(const char *name); // empty: there is none
  void set_fact(const char *name, const std::string &value, bool is_text = true);
  void close();
  [[noreturn]] void fail_to_write();

  sqlite3 *database_ = nullptr;
  sqlite3_stmt *add_test_ = nullptr;
  bool in_transaction_ = false;
  bool is_empty_ = false;   // was made by this object, and has nothing yet that anybody could ask for
  bool has_failed_ = false; // to write, which was told
  bool is_settled_ = false; // see settle()
  std::chrono::milliseconds flush_after_{0};
  std::chrono::steady_clock::time_point opened_, last_flush_;
  std::vector<uint8_t> buffer_, verdicts_;
  std::string cost_;                                 // to be written; empty: nothing
  std::optional<explore::TestNumber> proved_before_; // likewise
  std::optional<std::string> suspects_;              // likewise
};

} // namespace braid::campaign
