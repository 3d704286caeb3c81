// Merging paths: a run ends where its future can show nothing that runs before it have not shown.
//
// For every way that was found impossible behind a decision, and every error, a guard is kept at the decision:
// what would have to hold, over the state of the program there, for the impossible to happen. Once everything
// behind is explored, another run that comes to the same decision with another past needs no exploration of its
// own if none of the guards can hold for its state and its path. docs/merging.md tells why that is so.
//
// All workers share one book, with a store and a solver of its own. What a worker adds to the tree and to the book
// it adds under the same lock, so that nobody finds a decision complete whose guards are not all there.
#pragma once

#include "explore/exploration.h"
#include "explore/merging/goal.h"
#include "explore/merging/merge_entry.h"
#include "solver/chain.h"

#include <memory>

namespace braid::explore {

class MergeBook {
public:
  MergeBook(Exploration &exploration, CoverageGoal goal, const solver::Options &solver);

  CoverageGoal goal() const { return goal_; }
  // Everything else is called under this lock; it comes before that of the exploration.
  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

  // A run as it was read; kept as long as somebody may come back to it.
  struct Run {
    RunState state;
    std::vector<Step> steps;             // their expressions are those of another store
    expr::Assignment own;                // the input
    std::map<uint32_t, uint32_t> checks; // by event: numbered by place and kind
    std::vector<std::pair<uint32_t, uint64_t>>
        longest; // sources, as symbols_ numbers them, and their bytes at most
  };
  std::shared_ptr<Run> read(const trace::View &view, const Path &path, const target::Input &input);

  // The first step from this one on at which the run can be merged, and with what.
  struct Merge {
    uint32_t step = 0;
    size_t entry = 0;
    TestNumber test = 0; // the run it was merged with, and where that has the same decision
    uint32_t test_step = 0;
    std::vector<std::set<size_t>> because; // for each guard there: the steps of this run that make it impossible
  };
  std::optional<Merge> find(Run &run, uint32_t first_step);

  // The run was added to the tree as this test, where its steps up to the merge are these nodes; steps before
  // `first_step` are another run's.
  void add(const std::shared_ptr<Run> &run, TestNumber test, std::span<const Node> nodes, uint32_t first_step,
           const std::optional<Merge> &merge);
  // The alternative at a step of a test is impossible, because of these steps before it.
  void impossible(const Candidate &candidate, std::span<const uint64_t> seen, const std::set<size_t> &because);
  // Something was explored that is not in the book.
  void lose(std::span<const Node> nodes);
  void lose_above(Node node);
  // Nothing is left to do for the test.
  void forget(TestNumber test) { kept_.erase(test); }
  // The tree is about to forget nodes that are closed.
  void settle();

private:
  // How long merging takes, which must not be much of the whole as long as nothing comes of it.
  class Stopwatch {
  public:
    explicit Stopwatch(Clock::duration &sum) : sum_(sum) {}
    ~Stopwatch() { sum_ += Clock::now() - begin_; }
    Stopwatch(const Stopwatch &) = delete;
    Stopwatch &operator=(const Stopwatch &) = delete;

  private:
    Clock::duration &sum_;
    const Clock::time_point begin_ = Clock::now();
  };
  bool has_time() const;

  struct Kept {
    std::shared_ptr<Run> run;
    std::vector<Node> nodes;
  };
  // A condition that is looked at from several points; 0 where it cannot be said.
  using Over = std::function<Expr(const RunState::Point &)>;
  // Something that must not happen.
  struct Forbidden {
    uint32_t event = 0; // it would happen then
    std::vector<Over> conditions;
    uint32_t check = 0;
    std::vector<size_t> steps; // those on the way that help to forbid it, ascending
    bool is_enough = false;    // and they are all that is needed
    trace::Label pinned = 0;   // it is that this value is another one, so that an equal state is what is wanted
  };

  void forbid(Run &run, std::span<const Node> nodes, const Forbidden &what);
  bool forbid_at(MergeEntry &entry, Run &run, uint32_t step, const RunState::Point &point, const Forbidden &what);
  std::optional<std::pair<StateSymbols::Place, uint64_t>> pinned_by(Expr e) const;
  bool pin(MergeEntry &entry, Run &run, const RunState::Point &point, trace::Label label);
  void forbid_held(Run &run, std::span<const Node> nodes, uint32_t from, uint32_t to);
  void forbid_error(Run &run, uint32_t event, Forbidden &what);
  std::optional<Forbidden> forbidden_by(Run &run, uint32_t event);
  void forbid_excluded(Run &run, std::span<const Node> nodes, uint32_t from, uint32_t to);
  void forbid_way(Run &run, std::span<const Node> nodes, uint32_t step, uint64_t choice,
                  std::span<const uint64_t> seen, const std::set<size_t> &because);
  void forbid_what_is_forbidden_there(Run &run, std::span<const Node> nodes, const Merge &merge);
  void note_consumed(Run &run, std::span<const Node> nodes, uint32_t to, bool goes_on);
  void note_reads(Run &run, std::span<const Node> nodes, uint32_t from, uint32_t to);
  void note_live(Run &run, std::span<const Node> nodes, uint32_t read, uint32_t written,
                 const StateSymbols::Place &place);
  MergeEntry &entry_of(Node node, Run &run, uint32_t step);
  bool is_complete(MergeEntry &entry);
  bool is_implied(const MergeEntry &entry, std::span<const Expr> conditions);
  bool has_pins(const MergeEntry &entry, Run &run, const RunState::Point &point);
  bool holds(const MergeEntry &entry, Run &run, uint32_t step, const RunState::Written &written,
             std::vector<std::set<size_t>> &because);
  void simplify(MergeEntry &entry);
  // Why constraints are impossible behind a step of a run: the steps before it that are needed; nothing if they
  // are possible, or nobody knows.
  std::optional<std::set<size_t>> why_impossible(Run &run, uint32_t step, std::vector<Expr> conditions);
  bool is_same_context(const MergeEntry &entry, Run &run, uint32_t step);
  // What holds of a run before a step, over the input. `of_steps`: which step each is of, UINT32_MAX for those of
  // none.
  std::vector<Expr> constraints_before(Run &run, uint32_t step, std::vector<uint32_t> *of_steps = nullptr);
  Expr taken(Run &run, uint32_t step, const RunState::Point *point);
  bool is_impossible(std::vector<Expr> constraints, const expr::Assignment *own);
  uint32_t number_of(const Check &check);
  bool is_found(uint32_t check) const;

  Exploration &exploration_;
  const CoverageGoal goal_;
  std::mutex mutex_;
  expr::Store store_;
  InputSymbols symbols_;
  StateSymbols state_;
  solver::Solver solver_;
  expr::Evaluator evaluator_;
  SiteNumbers site_numbers_;
  std::deque<MergeEntry> entries_;
  std::unordered_map<Node, size_t> by_node_;
  std::unordered_map<uint64_t, std::vector<size_t>> by_key_;
  std::unordered_map<TestNumber, Kept> kept_;
  std::vector<Check> checks_;
  std::map<std::pair<Site, uint16_t>, uint32_t> check_numbers_;
  size_t merged_ = 0;
  Clock::duration spent_{0};
  Clock::time_point end_of_this_; // what is done about the present run has to end then
};

} // namespace braid::explore
