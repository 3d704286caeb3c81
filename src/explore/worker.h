// One who explores: a program, a store of expressions and a solver of its own, and what it remembers of the runs
// it has made.
//
// To go another way at a step of some run, its expressions are needed. They are kept for as long as there is room,
// and made again by running the input again where they were dropped, or where another worker made the run. So
// memory is bounded, and workers need not share expressions.
#pragma once

#include "explore/exploration.h"
#include "explore/lift.h"
#include "explore/merging/merge_book.h"
#include "explore/passages.h"
#include "explore/runs.h"
#include "solver/chain.h"

namespace braid::explore {

struct WorkerOptions {
  solver::Options solver;
  // A query that takes longer is put off until nothing else is left.
  std::chrono::milliseconds short_query{300};
  size_t most_expressions = size_t(8) << 20; // in the store, before all of it is forgotten
  size_t most_steps = size_t(16) << 20;      // of remembered paths, likewise
};

class Worker {
public:
  Worker(Exploration &exploration, std::unique_ptr<Runs> runs, WorkerOptions options);

  // Until nothing is left, or the exploration is stopped.
  void work();

  // Before work(): a run that an earlier process made.
  void run_again(const target::Input &input, bool diverged, std::span<const Exploration::Verdict> closed);

  // From any thread: ends the query and the run that are under way.
  void interrupt();
  // Layers of all solvers it had, added up: name, statistics. From any thread; up to date after work(), nearly so
  // before.
  std::vector<std::pair<std::string, solver::LayerStatistics>> layers() const;

private:
  // A run whose steps can still be gone another way.
  struct Remembered {
    Path path;
    std::vector<uint32_t> sources; // numbers of the input's sources
    // Likewise of results of functions that are not instrumented, and what they were.
    std::vector<uint32_t> results;
    std::vector<std::vector<uint8_t>> returned;
  };
  struct Asked {
    solver::Answer answer;
    Way if_unsatisfiable = Way::INFEASIBLE;
    std::optional<Exploration::Guess> guess; // satisfiable with a result that nobody has seen
  };

  void forget_if_spent(TestNumber test);
  void begin_anew();
  void keep_statistics();
  void show_statistics();
  void try_way(const Exploration::Task &task);
  const Remembered *remembered(const Candidate &candidate, const target::Input &input);
  void look_again(const target::Input &input, const Path &before, target::Ending ending);
  void run(const std::optional<Candidate> &candidate, const target::Input &input, const Remembered *expected,
           const std::optional<Exploration::Guess> &guess = std::nullopt);
  Remembered lifted(const trace::View &view, const Path &path) const;
  // What is asked: the constraints of the path before a step, and those of another way there.
  struct Question {
    std::vector<Expr> constraints;
    size_t path = 0; // the position of the path's first
    expr::Assignment own;
  };
  // What holds of all inputs that come as far as these constraints of a path.
  Question known(const target::Input &input, const Remembered &before, std::span<const Expr> prefix);
  Question question(const Exploration::Task &task, const Remembered &before);
  Asked ask(const Exploration::Task &task, const Remembered &before, const Question &question);
  void try_value(const Exploration::Task &task, const Remembered &before, Question question,
                 std::span<const uint32_t> core);
  Asked ask_about_results(const Exploration::Task &task, const std::vector<const BlackBoxCall *> &calls,
                          std::vector<Expr> constraints, const expr::Assignment &own);
  solver::Answer solve(const Exploration::Task &task, std::span<const Expr> constraints,
                       const expr::Assignment &own, bool prefix_holds = true);
  target::Input solution(const target::Input &input, const Remembered &before,
                         const expr::Assignment &model) const;
  void close(const Exploration::Task &task, const Remembered &before, Way way, const Question &asking,
             const solver::Answer &answer);
  // worker_checks.cpp; about the run that was lifted last, as far as its path is of interest; the new part of it
  // begins with this step.
  Proof look_for_bugs(const target::Input &input, const target::Outcome &outcome, const WayNews &ways,
                      const Path &path, size_t first_step);
  void ask_checks(const target::Input &input, const Path &path, std::span<const Check> checks, size_t first_step);
  std::vector<Check> checks_of_path(const Path &path, size_t first_step);
  void try_answer(const Check &check, const target::Input &made);
  bool shows(const target::Input &input, const Check &check, bool is_test);
  solver::Answer solve_quickly(const Question &question);
  void try_with_more(const target::Input &input);
  target::Input with_more(target::Input input) const;
  solver::Answer nearer(solver::Answer found, const Question &question);
  std::vector<Runs::Shown> prove(const target::Input &input, const std::optional<Runs::Expected> &expected);

  Exploration &exploration_;
  std::unique_ptr<Runs> runs_;
  WayReader ways_;
  WorkerOptions options_;
  std::unique_ptr<expr::Store> store_;
  std::unique_ptr<InputSymbols> symbols_;
  std::unique_ptr<Lift> lift_;
  std::unique_ptr<solver::Solver> solver_;
  Samples samples_;
  Passages passages_;
  std::unordered_map<Site, unsigned> sizes_asked_; // by where memory is allocated: how often for none
  std::unordered_map<TestNumber, Remembered> memory_;
  size_t remembered_steps_ = 0;
  static constexpr unsigned MOST_LOOKS = 16;
  unsigned looks_ = 0;                        // at runs made twice
  static constexpr size_t MOST_COMPARED = 32; // calls of black boxes with each other
  uint32_t rooms_ = 0;                        // made by the exploration when memory was short
  std::vector<std::pair<std::string, solver::LayerStatistics>> layers_; // of solvers it had before
  mutable std::mutex shown_mutex_;
  std::vector<std::pair<std::string, solver::LayerStatistics>> shown_; // with those of the solver it has
  Clock::time_point shown_at_;
  std::mutex solver_mutex_; // for whoever interrupts: the solver may just be replaced
  std::atomic<bool> interrupted_{false};
};

} // namespace braid::explore
