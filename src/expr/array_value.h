// The value of an array when every symbol has one.
#pragma once

#include "expr/evaluate.h"

namespace braid::expr {

// The evaluator must have been given the assignment.
ArrayValue array_value(const Store &store, Evaluator &evaluator, const Assignment &assignment, Expr array);

} // namespace braid::expr
