// Explores a program a little and keeps every query that this takes.
//
// Generations: each input is run, its path lifted, and each decision behind the one that the input was made for is
// asked for its alternatives, in the order of the path. Models become inputs of the next generation. The same
// question is asked once only. With a solver that always gives the same answers the queries are always the same.
#pragma once

#include "corpus.h"
#include "solver/query.h"

#include <filesystem>
#include <memory>

namespace braid::bench {

// What one exploration may take.
struct RecordingLimits {
  size_t queries = 200;
  unsigned runs = 1000;
  std::chrono::seconds time{60};
};

// The queries of one program, in the order in which they were asked. In each, the previous assignment satisfies
// all constraints but the last.
struct Recording {
  struct Entry {
    std::vector<solver::Expr> constraints;
    solver::Assignment previous;

    solver::Query query() const { return {constraints, &previous, true, solver::Clock::time_point::max()}; }
  };

  const CorpusProgram *program = nullptr;
  std::unique_ptr<solver::Store> store;
  std::vector<Entry> queries;
  unsigned runs = 0;
  size_t lifted = 0;                       // nodes of all traces
  solver::Clock::duration time_to_lift{0}; // them
  bool is_complete = false;                // nothing was left to ask
};

Recording record(const CorpusProgram &program, const std::filesystem::path &built, const RecordingLimits &limits);

// The same expressions under the same numbers. Asking adds to a store, so each measurement gets one of its own.
std::unique_ptr<solver::Store> copied(const solver::Store &store);

} // namespace braid::bench
