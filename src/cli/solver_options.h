// The options of the solver, the same for all commands that have one.
#pragma once

#include "solver/chain.h"

#include <CLI/CLI.hpp>

namespace braid::cli {

// What the command line says about the solver. It must live as long as the command.
struct SolverOptions {
  std::string procedure = "layers";
  std::vector<std::string> without;
  double time_limit = 10; // seconds for each query
  uint64_t memory_limit = solver::Options().memory_limit;
  std::string external = solver::Options().external;
  std::string dump_queries;
  bool statistics = false;

  solver::Options options() const;
};

// The limits are --time-limit and --memory-limit with this prefix in front of "time" and "memory", for commands
// that have limits of other things too.
void add_solver_options(CLI::App &command, SolverOptions &options, const std::string &prefix = "");

// How much each layer was asked, answered and took, as a table. Adds up over several solvers.
class SolverStatistics {
public:
  void add(const solver::Solver &solver);
  void add(std::string_view layer, const solver::LayerStatistics &sums);
  std::string table() const;

private:
  struct Row {
    std::string name;
    solver::LayerStatistics sums;
  };
  std::vector<Row> rows_;
};

} // namespace braid::cli
