// The precise procedure for relations between variables: f(x) compared with g(y).
//
// Each relation removes from the sets of both variables what it cannot be true for. That is Table I of the paper
// and more: a relation that is then true for all that is left is dropped, one for which nothing is left is a
// proof. A relation whose variable y has no other one is removed too: the values of x that are left are exactly
// those for which some y exists, and y is chosen when x is known. So every query whose relations make no circle is
// decided.
#pragma once

#include "solver/values/problem.h"

namespace braid::solver::values {

// What narrowing both sides of a relation gave.
struct Revision {
  bool known = false;       // the images of both sides could be said
  bool always_true = false; // for all values that are left
  bool left_exact = false;  // the left variable's set is what it should be
  bool right_exact = false;
};
Revision revise(const Relation &relation, State &state);

// The values that may stand opposite to `value`: y with value op y, or x with x op value.
ValueSet partners(uint8_t op, Value value, unsigned width, bool value_is_left);

// UNKNOWN if relations are left over. The state is narrowed in any case.
Outcome decide_by_elimination(const Problem &problem, State &state,
                              const std::vector<const Relation *> &relations);

} // namespace braid::solver::values
