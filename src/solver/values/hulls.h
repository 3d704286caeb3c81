// Where the values of an expression lie, from where its variables lie: one wrapped interval around all of them.
//
// Sums of many variables have no exact set here, but an interval around all their values is enough to see that a
// number of four digits is never above 9999. Such a hull holds at least every value that is possible, so a
// comparison that is false for all of it is a proof that the constraint cannot hold; nothing else is concluded
// from hulls.
#pragma once

#include "solver/values/problem.h"

namespace braid::solver::values {

// A constraint that cannot hold for any values in the sets, with the constraints that made the sets; nothing if
// there is none among those that are looked at. Work is bounded.
std::optional<Positions> refuted_by_hulls(const Store &store, const Query &query, const Problem &problem,
                                          const State &state);

} // namespace braid::solver::values
