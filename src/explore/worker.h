// One who explores: a program, a store of expressions and a solver of its own, and what it remembers of the runs
// it has made.
//
// To go another way at a step of some run, its expressions are needed. They are kept for as long as there is room,
// and made again by running the input again where they were dropped, or where another worker made the run. So
// memory is bounded, and workers need not share expressions.
#pragma once

#include "explore/exploration.h"
#include "explore/lift.h"
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

  // From any thread: ends the query that is under way.
  void interrupt();
  // Layers of all solvers it had, added up: name, statistics.
  std::vector<std::pair<std::string, solver::LayerStatistics>> layers() const;

private:
  // A run whose steps can still be gone another way.
  struct Remembered {
    Path path;
    std::vector<uint32_t> sources; // numbers of the input's sources
  };

  void forget_if_spent(TestNumber test);
  void begin_anew();
  void keep_statistics();
  void try_way(const Exploration::Task &task);
  const Remembered *remembered(TestNumber test, const target::Input &input, uint32_t depth);
  void look_again(const target::Input &input, const Path &before);
  void run(const std::optional<Candidate> &candidate, const target::Input &input, const Remembered *expected);
  solver::Answer ask(const Exploration::Task &task, const Remembered &before, size_t &size);
  target::Input solution(const target::Input &input, const Remembered &before,
                         const expr::Assignment &model) const;

  Exploration &exploration_;
  std::unique_ptr<Runs> runs_;
  WorkerOptions options_;
  std::unique_ptr<expr::Store> store_;
  std::unique_ptr<InputSymbols> symbols_;
  std::unique_ptr<Lift> lift_;
  std::unique_ptr<solver::Solver> solver_;
  std::unordered_map<TestNumber, Remembered> memory_;
  size_t remembered_steps_ = 0;
  static constexpr unsigned MOST_LOOKS = 16;
  unsigned looks_ = 0; // at runs made twice
  uint32_t rooms_ = 0; // made by the exploration when memory was short
  std::vector<std::pair<std::string, solver::LayerStatistics>> layers_;
  std::mutex solver_mutex_; // for whoever interrupts: the solver may just be replaced
  bool interrupted_ = false;
};

} // namespace braid::explore
