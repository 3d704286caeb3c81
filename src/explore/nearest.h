// Of all inputs that go beyond a limit, those that go least beyond it. An access just outside of its object is
// noticed by a sanitizer, which keeps some bytes around each object; one far away may hit another object, and
// nobody notices.
#pragma once

#include "expr/store.h"

namespace braid::explore {

using expr::Expr;

// Conditions to be added to `condition`, the best first; one of them may be satisfiable. None if it compares
// nothing with a constant.
std::vector<Expr> nearest(expr::Store &store, Expr condition);

} // namespace braid::explore
