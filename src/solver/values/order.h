// Relations that bound differences: x < y, x <= y + 3, x == y, between variables that lie between bounds.
//
// Sorting and searching programs ask hardly anything else, and what they ask makes circles: a < b, b < c, c < a.
// Seen as a graph with an edge of length d from y to x for x - y <= d, such relations are impossible exactly if
// some circle has a negative length; the edges of that circle are the core. Otherwise the lengths of shortest
// paths say how far each variable can go, given those already chosen, so a model is chosen variable by variable
// without ever going back. Holes in sets and != come on top: values that they forbid are avoided in the choice,
// and where that fails the procedure says nothing.
//
// Wrapping is kept out: a term takes part only if for all values in the variable's set it is the variable's
// number, signed or unsigned, plus a constant.
#pragma once

#include "solver/values/problem.h"

namespace braid::solver::values {

// Relations of other shapes are ignored.
Outcome decide_by_order(const Problem &problem, const State &state,
                        const std::vector<const Relation *> &relations);

} // namespace braid::solver::values
