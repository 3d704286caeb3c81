// Expressions with symbols replaced by other expressions.
#pragma once

#include "expr/store.h"

namespace braid::expr {

// Replaces symbols and simplifies what they were part of. Results for parts are shared between calls until
// clear().
class Substitution {
public:
  explicit Substitution(Store &store) : store_(store) {}

  // The replacement must have the width of the symbol.
  void set(Symbol symbol, Expr replacement) { results_[store_.expression_of(symbol)] = replacement; }
  Expr operator()(Expr e);
  void clear() { results_.clear(); }

private:
  Store &store_;
  std::unordered_map<Expr, Expr> results_;
  std::vector<Expr> pending_;
};

} // namespace braid::expr
