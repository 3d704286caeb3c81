// What one constraint says, as far as value sets can use it.
//
// The unknowns are parts: one symbol, or several whole symbols side by side, such as four bytes that are read as
// an int. A term is a part with operations on it that have constants for their other operands. A constraint
// becomes literals, all of which must hold: a part lies in a set, or two terms compare.
//
// A constraint can have other pieces too; then it is marked, and what its literals say is a consequence of it but
// not all of it. Impossible literals are still impossible constraints, but a model needs a look at the rest.
#pragma once

#include "solver/query.h"
#include "solver/values/step.h"

#include <unordered_map>

namespace braid::solver::values {

// No symbol occurs twice.
struct Part {
  std::vector<Symbol> symbols; // the one with the highest bits first
  unsigned width = 0;
  bool operator==(const Part &) const = default;
};

struct Term {
  Part part;
  std::vector<Step> steps; // from the part outwards
};

// part in set.
struct Membership {
  Part part;
  ValueSet set;
};

// left op right; op is EQ, NE, ULT or ULE, or the signed SLT or SLE.
struct Comparison {
  uint8_t op;
  Term left, right;
};

struct Literals {
  std::vector<Membership> memberships;
  std::vector<Comparison> comparisons;
  bool impossible = false; // cannot hold whatever the symbols are
  bool complete = true;    // the literals say all that the constraint says
};

// Which operations are looked through.
enum class Technique : uint8_t {
  STRIDED, // all that step.h knows
  PLAIN,   // only those that plain intervals are known for, and one variable in each constraint
};

// Reads constraints, and remembers what it read.
class Reader {
public:
  explicit Reader(Store &store, Technique technique = Technique::STRIDED) : store_(store), technique_(technique) {}

  // The reference holds until forget_if_full() is called.
  const Literals &read(Expr constraint);
  // To be called between queries.
  void forget_if_full() {
    if (known_.size() >= MAX_KNOWN)
      known_.clear();
  }

private:
  static constexpr size_t MAX_KNOWN = 1 << 14;
  // How many operations of one constraint are looked at, one with many pieces counting for several: many
  // constraints are huge, and no answer comes from those.
  static constexpr unsigned MAX_STEPS = 300;

  // A set of values of one part; without symbols the set is of one bit, full or empty: true or false.
  using Found = Membership;

  void collect(Expr e, ValueSet wanted, Literals &to);
  void collect_comparison(uint8_t op, Expr left, Expr right, bool truth, Literals &to);
  bool collect_sum(Expr e, const ValueSet &wanted, Literals &to);
  bool collect_concatenation(Expr e, const ValueSet &wanted, Literals &to);
  std::optional<Found> find(Expr e, ValueSet wanted);
  std::optional<Found> find_choice(Expr condition, Expr yes, Expr no, const ValueSet &wanted);
  std::optional<Found> find_element(Expr array, Expr index, const ValueSet &wanted);
  std::optional<Term> term(Expr e);

  // One step down: e is steps of what is left, which is an expression, or a part if that is 0. The steps are in
  // the order in which one meets them from above.
  struct Descent {
    std::vector<Step> steps;
    Expr operand = 0;
    Part part;
  };
  std::optional<Descent> descend(Expr e);
  std::optional<Descent> descend_concatenation(Expr e);
  // `wanted` becomes what it is before the steps. False if that cannot be said.
  bool carry_back(const std::vector<Step> &steps, ValueSet &wanted);
  bool spend(unsigned cost = 1) {
    const bool enough = budget_ >= cost;
    budget_ -= enough ? cost : budget_;
    return enough;
  }

  Store &store_;
  Technique technique_;
  std::unordered_map<Expr, Literals> known_;
  unsigned budget_ = 0;
};

// Where `inner` is in `outer`: the number of its lowest bit.
std::optional<unsigned> position_in(const Store &store, const Part &inner, const Part &outer);

} // namespace braid::solver::values
