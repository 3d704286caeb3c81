// Which other value, where a run made one concrete.
//
// What follows such a step (StepKind::VALUE) is true of the value that the run had, and other values are ways of
// their own. There may be more of them than anybody wants to try, so it matters which come first:
//
// Sizes of memory. The smallest, the largest that memory is asked for on purpose (Limits::allocation), and the
// largest of all, which the program may be refused: programs make their mistakes there. The size that the run had
// is the first.
//
// Values that somebody asks for. A decision further down the path can be impossible only because a value was made
// concrete before: the number was written into a block of that size, and is then compared with another one. The
// solver says which conditions stand against each other; without those of values made concrete, it may find an
// input, and that input has the value to try next.
#pragma once

#include "explore/path.h"
#include "solver/query.h"

#include <functional>

namespace braid::explore {

// The steps before `depth` whose values are among the conditions of a core; other objects are ways like others. In
// the query, the constraints of the path begin at this position.
std::vector<uint32_t> values_in_the_way(const Path &path, uint32_t depth, std::span<const uint32_t> core,
                                        size_t position);

// Whether there is an order in which values of this step are tried, after so many were.
bool has_policy(const Step &step, size_t seen);

// An answer to the constraints with such a value; whatever answer there is, if the policy cannot be followed.
using Solve = std::function<solver::Answer(std::span<const Expr>)>;
solver::Answer by_policy(expr::Store &store, const Step &step, size_t seen, uint64_t largest,
                         std::vector<Expr> constraints, const Solve &solve);

} // namespace braid::explore
