// Under-approximating boxes: a part of the solutions that is a set for each variable, whatever the others are.
//
// Where a relation x < y leaves overlapping sets, no product of sets is exact. Section V of the paper takes a
// product of smaller ones that are all right, in two ways: prefer one operand, which keeps all it can have while
// the other keeps a single value, or part both at the middle of what they have in common. The first way has two
// candidates for each relation; the next relations decide between them, within a budget. The result can only ever
// be a model.
#pragma once

#include "solver/values/problem.h"

#include <functional>

namespace braid::solver::values {

// Values to be evaluated are given to `accepted` until it says yes. Whether it did.
bool find_in_boxes(const Problem &problem, const State &state,
                   const std::function<bool(const std::vector<Value> &)> &accepted);

} // namespace braid::solver::values
