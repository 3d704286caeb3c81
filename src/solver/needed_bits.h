// Which bits of its symbols a query depends on.
//
// Programs mask what they index with, and look at parts of numbers. A query about table[c & 7] has eight
// assignments that differ, not 256: few enough to try all of them.
#pragma once

#include "expr/store.h"

#include <map>
#include <span>

namespace braid::solver {

// For each symbol in these expressions a mask; bits outside of it change none of them. An array counts as needed
// as a whole.
std::map<expr::Symbol, expr::Value> needed_bits(const expr::Store &store, std::span<const expr::Expr> expressions);

} // namespace braid::solver
