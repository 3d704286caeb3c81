// One exploration of one program: what all who work on it share.
//
// Workers (worker.h) ask for something to do, do it with a program, a store and a solver of their own, and tell
// what came out. Here is the tree, in which nothing is tried twice; the strategy; the tests; and the account of
// all that has to be said at the end. One lock covers everything: what is done under it takes microseconds, runs
// and queries are made outside.
#pragma once

#include "explore/concretise.h"
#include "explore/coverage.h"
#include "explore/limits.h"
#include "explore/merging/goal.h"
#include "explore/obstacles.h"
#include "explore/samples.h"
#include "explore/strategy.h"
#include "explore/suspects.h"
#include "solver/chain.h"
#include "solver/query.h"
#include "target/input.h"
#include "target/outcome.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <unordered_map>

namespace braid::explore {

using Clock = std::chrono::steady_clock;

class MergeBook;

// What became of running a test on a build that notices what goes wrong.
enum class Proof : uint8_t { NONE, CLEAN, SHOWN };

// Where the path of a run ends because another one has the same future.
struct MergedWith {
  TestNumber test = 0;
  uint32_t step = 0; // of that one's path
};

// A run that was made, for whoever keeps or shows it.
struct RunRecord {
  TestNumber test = 0;
  const target::Input &input;
  const target::Outcome &outcome;
  const Path &path;
  Tree::Added added;
  bool was_added = false; // to the tree
  bool is_path = false;   // a complete path that was not seen before
  bool diverged = false;
  bool again = false;        // an earlier process made it already
  uint32_t new_ways = 0;     // of branches and switches, that no run had gone before
  size_t symbolic_nodes = 0; // expressions in its trace
  Proof proof = Proof::NONE;
  std::optional<MergedWith> merged = std::nullopt; // the path ends where it was merged
  const Candidate *made_for = nullptr;             // null for seeds
};

struct Statistics {
  uint64_t runs = 0;
  uint64_t paths = 0;     // distinct complete sequences of decisions
  uint64_t merged = 0;    // paths that ended where they could show nothing new
  uint64_t rejected = 0;  // runs that broke an assumption
  uint64_t repeated = 0;  // runs along a known path
  uint64_t repairs = 0;   // runs made again because their expressions had been dropped
  uint64_t postponed = 0; // queries that took long, put off until the end
  uint64_t divergences = 0;
  uint64_t excluded = 0; // ways that the path itself shows to be infeasible: no query was needed
  uint64_t guesses = 0;  // runs made in the hope for a result of a function that is not instrumented
  uint64_t queries = 0, satisfiable = 0, unsatisfiable = 0, unknown = 0;
  // Operations that can go wrong which were asked about; those that some input makes go wrong, and those about
  // which nothing is known.
  uint64_t checks = 0, checks_wrong = 0, checks_unknown = 0;
  uint64_t proofs = 0;                            // runs on a build that notices what goes wrong
  uint64_t longest_path = 0, steps = 0;           // of complete paths, in decisions
  uint64_t longest_condition = 0, conditions = 0; // of queries, in constraints
  std::chrono::nanoseconds solver_time{0}, executor_time{0}, check_time{0}, proof_time{0};
};

enum class Stop : uint8_t { DONE, TIME, RUNS, FINDINGS, MEMORY, INTERRUPTED, ERROR };
std::string_view stop_name(Stop stop); // "done", "time", ...

class Exploration {
public:
  struct Options {
    Limits limits;
    std::string strategy = "depth-first";
    uint64_t seed = 1;
    Concretise concretise = Concretise::SOUND;
    CoverageGoal goal = CoverageGoal::PATH;
    braid_addresses addresses = BRAID_ADDRESSES_AUTO; // what the program's side makes of them
  };

  explicit Exploration(const Options &options);
  ~Exploration();

  // Before it begins, if the goal is less than every path: who merges them (merging/merge_book.h).
  void merge_paths(const solver::Options &solver);
  MergeBook *merge_book() { return book_.get(); } // null: they are not merged
  CoverageGoal goal() const { return options_.goal; }

  SiteTable &sites() { return sites_; }
  const SiteTable &sites() const { return sites_; }
  const Limits &limits() const { return options_.limits; }
  Concretise concretise() const { return options_.concretise; }

  // Called under the lock: for every run, in the order of tests, and for every way that was closed by an answer
  // that stays the same.
  std::function<void(const RunRecord &)> on_run;
  std::function<void(TestNumber, uint32_t step, uint64_t choice, Way)> on_verdict;

  // Inputs to begin with.
  void add_seed(target::Input input);

  // Something to do: an input to run, a way to find an input for, or, when nothing else is left, a test to prove,
  // and some to run once more: what is said at the end is not true of a program that depends on more than its
  // input.
  struct Task {
    enum class Kind : uint8_t { SEED, WAY, CONFIRM, PROVE };
    Kind kind = Kind::WAY;
    Candidate candidate;          // of PROVE only the test
    target::Input input;          // to run, or of the candidate's test
    std::vector<uint64_t> values; // seen there, if it is a value
    bool only_ask = false;        // enough of them were tried; but are there more?
    unsigned guesses = 0;         // at a result that were made for it and were wrong
    bool takes_long = false;      // it was postponed: nothing else is left, so it may take all the time it needs
  };
  // Waits for one; nothing is left if there is none.
  std::optional<Task> next();

  // Before a run for a way: whether it may be made. Waits for runs that others make, because some of those may be
  // the last that --max-runs allows. If so, ran() or given_back() follows. Seeds are counted when they are given
  // out.
  bool may_run();

  // Whether nothing is left to do for a test: its expressions can be forgotten.
  bool is_spent(TestNumber test);

  // What came of a task: the way is closed without a run ...
  void closed(const Candidate &candidate, Way way, const Step &step);
  // ... or a run was made. `expected` is the path it was to share up to the candidate's node.
  struct Ran {
    TestNumber test = 0;
    bool diverged = false;
    bool is_spent = false; // nothing is left to do for it
    std::vector<Node>
        nodes; // if paths are merged: where the tree has the steps of the path; empty if it was not added
  };
  // The input rests on a result of a function that nobody has seen: it need not take the way.
  struct Guess {
    unsigned before = 0; // guesses for this way that were wrong
    size_t samples = 0;  // pairs that were known
  };
  Ran ran(const std::optional<Candidate> &candidate, const target::Input &input, const target::Outcome &outcome,
          const trace::View &view, const WayNews &ways, const Path &path, const Path *expected,
          const std::optional<Guess> &guess = std::nullopt, Proof proof = Proof::NONE,
          const std::optional<MergedWith> &merged = std::nullopt);
  // A run that an earlier process made: adds what it showed. `closed` are the verdicts about its steps; they hold
  // once all its runs were made again, because some of them followed from others.
  struct Verdict {
    uint32_t step = 0;
    uint64_t choice = 0;
    Way way = Way::INFEASIBLE;
  };
  // Returns the nodes of its path, if it was added.
  std::vector<Node> ran_again(const target::Input &input, const target::Outcome &outcome, const trace::View &view,
                              const WayNews &ways, const Path &path, bool diverged,
                              std::span<const Verdict> closed);
  void all_ran_again();
  // An input has another value at a step before the candidate's, where a value was made concrete: the candidate
  // for that step, if nobody else is trying values there and this one was not seen. One more task, then.
  std::optional<Candidate> wants_value(const Candidate &candidate, uint32_t depth, uint64_t value);
  // Whether no run has gone the candidate's way at any node of its place.
  bool is_uncovered(const Candidate &candidate);
  // It takes long to find an input: what is easy comes first.
  void postponed(const Candidate &candidate);
  // The way is open again, the seed is still to be run, or what else was to do is not done: the worker could not
  // finish. `was_running`: may_run() was asked, and agreed.
  void given_back(const Candidate &candidate, bool was_running);
  void given_back(const target::Input &seed);
  void given_back();
  // Whether a run that was made again comes by the candidate's node.
  bool comes_by(const Candidate &candidate, const Path &path);
  // The path of a test that was run once more.
  void confirmed(const Path &path);
  // A run was made once more, for its expressions or to see whether it is always the same. `different`: the first
  // step that was not as before, if there was one.
  void made_again(const std::optional<Step> &different);
  void count_query(const solver::Answer &answer, size_t constraints, Clock::duration time);

  // Tests are to be proved: all of them, some at once and the others at the end; those before `first` were. `find`
  // gives the input of a test that nothing else is left to do for, under the lock.
  void prove_tests(TestNumber first, std::function<target::Input(TestNumber)> find);
  // What came of it; NONE: the worker could not finish.
  void proved(TestNumber test, Proof proof, Clock::duration took);
  // All tests before this one were.
  TestNumber proved_before() const;
  size_t not_proved() const { return unproved_.size() + proving_.size(); }
  bool is_settled(const Check &check);
  void tried(const Check &check, const target::Input &input, bool is_shown);
  const Suspects &suspects() const { return suspects_; }
  void know(Suspects::Entry suspect);
  void count_check(const solver::Answer &answer, Clock::duration time);
  void count_proof(Clock::duration time);

  // About nodes of the tree.
  bool is_complete(Node node);
  bool is_closed(Node node);
  std::vector<Node> nodes_above(Node node); // with itself

  // Adds to a worker's samples what others have seen.
  void share(Samples &samples);

  // Memory is short: finished subtrees are dropped, and workers forget their expressions, which can be made again.
  void make_room();
  // How often that was asked for.
  uint32_t rooms_made() const { return rooms_made_.load(std::memory_order_relaxed); }

  void stop(Stop why);
  Stop stopped() const { return stop_.load(); }
  bool should_stop();

  // After all workers have ended, or under lock().
  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }
  const Tree &tree() const { return tree_; }
  const Coverage &coverage() const { return coverage_; }
  const Statistics &statistics() const { return statistics_; }
  const Obstacles &obstacles() const { return obstacles_; }
  // Calls that got an answer from outside that is not input (trace/answers.h): what is said holds for these
  // answers.
  const std::set<Site> &asked() const { return asked_; }
  const Samples &samples() const { return samples_; }
  size_t waiting() const { return tree_.open_ways() + seeds_.size(); }
  // All paths were explored: nothing was left out, lost or unknown.
  bool is_complete() const;
  Clock::duration elapsed() const { return Clock::now() - begin_; }

private:
  RunRecord add_run(const target::Input &input, const target::Outcome &outcome, const trace::View &view,
                    const WayNews &ways, const Path &path, bool is_merged);
  void add_news(RunRecord &record, const WayNews &ways);
  std::optional<Candidate> take_way(Task &task);
  std::optional<Task> take_proof();
  void add_ways(const Path &path, TestNumber test, uint32_t from);
  void note_events(const trace::View &view, const target::Outcome &outcome, const Path &path, TestNumber test);
  bool is_slow(Site site) const;
  // All runs that are allowed were made or are being made.
  bool has_all_runs() const {
    return options_.limits.runs != 0 && statistics_.runs + running_ >= options_.limits.runs;
  }
  bool is_within_limits(const target::Input &input) const;
  void offer_values(const Candidate &candidate);
  void put_aside(const Candidate &candidate, const Guess &guess);
  void note_divergence(const Candidate &candidate, const Path &path, const Path *expected);
  void release_if_spent(TestNumber test);
  bool took_the_way(const Candidate &candidate, const Path &path) const;

  Options options_;
  const Clock::time_point begin_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable changed_;
  SiteTable sites_;
  Tree tree_;
  Coverage coverage_;
  std::unique_ptr<Strategy> strategy_;
  std::deque<Candidate> values_; // other values: when the strategy has nothing left
  // Guessed wrong: to be asked again, because the run has shown a result that was not known.
  std::deque<std::pair<Candidate, unsigned>> aside_; // with the number of guesses
  std::deque<Candidate> late_;                       // postponed: after everything else
  // How often queries about a place took long. After a few the rest is not even tried before the end.
  std::unordered_map<Site, unsigned> slow_;
  std::deque<target::Input> seeds_;
  std::vector<target::Input> inputs_; // by test; empty for those that are spent
  std::vector<target::Input> sample_; // some of all tests, each as likely as the others
  size_t confirmations_ = 0;          // runs of these that were made once more
  Random random_;
  std::vector<std::pair<Candidate, Way>> closed_before_; // by an earlier process
  unsigned busy_ = 0;                                    // tasks that were given out
  unsigned running_ = 0;                                 // runs that are being made, and will be tests
  unsigned seeds_running_ = 0;                           // seeds among them
  std::function<target::Input(TestNumber)> find_input_;  // empty: nothing is proved
  TestNumber first_to_prove_ = 0;
  std::deque<TestNumber> unproved_; // ascending
  std::set<TestNumber> proving_;
  Clock::duration proofs_took_{0}; // those that nothing else was left to do for
  Suspects suspects_;
  Statistics statistics_;
  Obstacles obstacles_;
  std::set<Site> asked_;
  Samples samples_;
  std::unique_ptr<MergeBook> book_;
  std::atomic<Stop> stop_{Stop::DONE};
  std::atomic<uint32_t> rooms_made_{0};
  SiteNumbers site_numbers_{sites_};
  std::vector<uint32_t> passed_; // how often each place was met on the path looked at
};

} // namespace braid::explore
