// Layer 7: bit-vectors, decided by a SAT solver.
//
// Answers everything but floating point, large tables and what needs more gates than allowed; those go on to the
// next layer. The values of the previous model are suggested to the SAT solver, so that a new input differs from
// the old one in few places. A core comes from the assumptions that failed; then constraints are left out one by
// one, a bounded number of times, to see whether the rest is enough.
#pragma once

#include "solver/bits/clauses.h"
#include "solver/layer.h"

namespace braid::solver {

struct BitVectorOptions {
  size_t most_gates = 4'000'000;         // fewer if the limit of memory is small
  size_t memory_limit = size_t(2) << 30; // bytes the process may grow by while the SAT solver runs
  unsigned core_attempts = 8;            // constraints tried to be left out of a core
  int core_conflicts = 50;               // SAT conflicts for each attempt
};

class BitVectorLayer : public Layer {
public:
  BitVectorLayer(Session &session, std::unique_ptr<Layer> next, BitVectorOptions options = {});

  // Gates and variables in use, for reports.
  size_t gates() const { return blaster_.gates().size(); }
  size_t variables() const { return clauses_.variables(); }

protected:
  Answer answer(const Query &query) override;

private:
  // Whether the blaster says so of one of the constraints.
  bool any_is(const Query &query, bool (Blaster::*kind)(Expr) const) const;
  Blaster::Outcome blast(const Query &query);
  Answer decide(const Query &query);
  // One question to the SAT solver. If spurious_ is set afterwards, the answer is unknown and has a model that
  // does not hold.
  Answer attempt(const Query &query);
  void add_facts(const Query &query, const Assignment &model);
  // What is asked for: these constraints, or all if none is named, and the facts.
  std::vector<Bit> assumed(std::span<const uint32_t> constraints) const;
  void clear();
  Assignment model(const Query &query);
  void add_arrays(Assignment &model);
  std::vector<uint32_t> core(const Query &query, const std::function<bool()> &stopped);
  Value value(Bits bits, Value otherwise) const;

  BitVectorOptions options_;
  Blaster blaster_;
  Clauses clauses_;
  std::vector<Bit> roots_; // by constraint
  std::vector<Bit> facts_; // that are true of what is left open, for this query
  bool spurious_ = false;
  size_t memory_before_ = 0; // what the process had in use when the query came
};

} // namespace braid::solver
