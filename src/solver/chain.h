// The solver: all layers in their order. The one place where they are put together.
#pragma once

#include "solver/layer.h"

#include <set>

namespace braid::solver {

// Which procedures answer.
enum class Procedure : uint8_t {
  LAYERS,    // all layers, the fast ones first
  BITS,      // bit-vectors alone, then Z3 for what they refuse
  Z3,        // Z3 alone
  INTERVALS, // all layers, but plain intervals in place of value sets: the technique published before them
};

struct Options {
  Procedure procedure = Procedure::LAYERS;
  std::set<std::string, std::less<>> without;   // names of layers to leave out
  std::chrono::milliseconds time_limit{10'000}; // for each query
  size_t memory_limit = size_t(2) << 30;        // bytes, for the SAT solver and for the other solver's process
  std::string external = "z3 -in -smt2";        // the last layer: a program that reads SMT-LIB; empty for none
  std::string dump_queries;                     // a folder for a file of each query; empty for none
};

// Names of the layers that can be left out, in their order.
std::span<const std::string_view> layer_names();

class Solver {
public:
  explicit Solver(Store &store, const Options &options = {});

  // Sets the query's deadline by the time limit if it has none.
  Answer solve(Query query);

  // From any thread or signal handler: the present query is answered "unknown" as soon as can be, and so are all
  // later ones until resume().
  void interrupt() { session_.interrupted.store(true, std::memory_order_relaxed); }
  void resume() { session_.interrupted.store(false, std::memory_order_relaxed); }

  // The first layer, for going through all of them by next().
  const Layer *first() const { return first_.get(); }
  Store &store() { return session_.store; }

private:
  Options options_;
  Session session_;
  std::unique_ptr<Layer> first_;
};

} // namespace braid::solver
