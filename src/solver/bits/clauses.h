// Gates as clauses in an incremental SAT solver (CaDiCaL).
//
// Only the gates that a question needs are stated, each once, and what is stated is true whatever is asked: a
// gate's variable equals what the gate computes. Questions are sets of bits assumed to be 1, so one solver serves
// all queries along a prefix of the tree and keeps what it has learnt. A SAT solver has to give every variable a
// value, also those that only earlier questions needed; when they outweigh what the present question needs, the
// solver is begun anew.
#pragma once

#include "solver/bits/blaster.h"

#include <functional>
#include <memory>
#include <unordered_set>

namespace CaDiCaL {
class Solver;
}

namespace braid::solver {

class Clauses {
public:
  explicit Clauses(const Blaster &blaster);
  ~Clauses();
  Clauses(const Clauses &) = delete;
  Clauses &operator=(const Clauses &) = delete;

  enum class Stated : uint8_t { DONE, STOPPED, TOO_MANY_READS };

  // States what these bits need, which is what a model has values for. Unless all of it is done, only state() may
  // be called next.
  Stated state(std::span<const Bit> roots, const std::function<bool()> &stopped);

  enum class Result : uint8_t { SATISFIABLE, UNSATISFIABLE, STOPPED, LIMIT };

  // Can these bits, all of which were stated, be 1 together? Gives up with STOPPED when `stopped` says so, with
  // LIMIT after that many conflicts (negative: no limit).
  Result solve(std::span<const Bit> assumed, const std::function<bool()> &stopped, int conflicts = -1);

  // After SATISFIABLE: nothing if the bit was not stated.
  std::optional<bool> value(Bit bit) const;
  // After UNSATISFIABLE: whether this assumption was needed.
  bool failed(Bit bit) const;
  // The value to try first for a bit, if it is stated.
  void suggest(Bit bit, bool value);

  // Numbers of the blaster's reads that the last call of state() met.
  const std::vector<uint32_t> &reads() const { return reads_; }

  size_t variables() const { return size_t(last_); }
  // Forgets all, gates too.
  void clear();

private:
  int literal(Bit bit) const;
  int new_variable();
  void visit(Bit bit);
  size_t walk(std::span<const Bit> roots);
  void state_gate(uint32_t gate);
  void state_definitions();
  bool state_congruence(const std::function<bool()> &stopped);
  void state_agreement(const Blaster::Read &left, const Blaster::Read &right);
  template <class... Literals> void clause(Literals... literals);
  void begin();

  const Blaster &blaster_;
  std::unique_ptr<CaDiCaL::Solver> solver_;
  int always_ = 0;                // a variable that is always 1, once it is needed; 0 before
  int last_ = 0;                  // the last variable in use
  std::vector<int> variables_;    // by gate; 0 for none
  std::vector<uint32_t> marks_;   // by gate: the walk that met it last
  std::vector<bool> definitions_; // whose condition is stated
  uint32_t walk_number_ = 0;
  std::vector<uint32_t> pending_, needed_, reads_;
  std::unordered_set<uint64_t> compared_; // pairs of reads that are stated to agree
};

} // namespace braid::solver
