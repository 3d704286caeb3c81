#include "expr/substitute.h"

namespace braid::expr {

Expr Substitution::operator()(Expr e) {
  const auto result_of = [&](Expr operand) { return results_.at(operand); };
  pending_.assign(1, e);
  while (!pending_.empty()) {
    const Expr next = pending_.back();
    if (results_.contains(next)) {
      pending_.pop_back();
      continue;
    }
    const auto [op, index_width, width, a, b, c, value] = store_[next];
    const unsigned operands = OPERATIONS[op].operands;
    const size_t before = pending_.size();
    for (const Expr operand : {operands > 0 ? a : 0, operands > 1 ? b : 0, operands > 2 ? c : 0})
      if (operand != 0 && !results_.contains(operand))
        pending_.push_back(operand);
    if (pending_.size() != before)
      continue;
    pending_.pop_back();
    if (operands == 0) {
      results_.emplace(next, next);
      continue;
    }
    const Expr new_a = result_of(a), new_b = operands > 1 ? result_of(b) : b,
               new_c = operands > 2 ? result_of(c) : c;
    const bool changed = new_a != a || new_b != b || new_c != c;
    results_.emplace(next, changed ? store_.make(op, width, new_a, new_b, new_c) : next);
  }
  return result_of(e);
}

} // namespace braid::expr
