#include "explore/nearest.h"

namespace braid::explore {

namespace {

bool is_comparison(uint8_t op) {
  return op == BRAID_OP_ULT || op == BRAID_OP_ULE || op == BRAID_OP_SLT || op == BRAID_OP_SLE;
}

// The first comparison with a constant that it is made of: what is compared, and with what.
bool find_limit(const expr::Store &store, Expr condition, Expr &compared, Expr &limit) {
  constexpr unsigned DEEPEST = 4;
  std::vector<std::pair<Expr, unsigned>> pending{{condition, 0}};
  while (!pending.empty()) {
    const auto [e, depth] = pending.back();
    pending.pop_back();
    const braid_node &node = store[e];
    if (is_comparison(node.op) && (store.is_constant(node.a) || store.is_constant(node.b))) {
      compared = store.is_constant(node.a) ? node.b : node.a;
      limit = store.is_constant(node.a) ? node.a : node.b;
      return true;
    }
    const bool is_joined = node.op == BRAID_OP_XOR || node.op == BRAID_OP_AND || node.op == BRAID_OP_OR;
    if (node.width == 1 && is_joined && depth < DEEPEST) {
      pending.emplace_back(node.b, depth + 1);
      pending.emplace_back(node.a, depth + 1);
    }
  }
  return false;
}

} // namespace

std::vector<Expr> nearest(expr::Store &store, Expr condition) {
  Expr compared = 0, limit = 0;
  if (!find_limit(store, condition, compared, limit) || store.width(compared) < 8)
    return {};
  const unsigned width = store.width(compared);
  const auto at_most = [&](Expr distance, unsigned most) {
    return store.compare(BRAID_OP_ULE, distance, store.constant(most, width));
  };
  const Expr beyond = store.binary(BRAID_OP_SUB, compared, limit), before = store.negated(compared);
  return {at_most(beyond, 1), at_most(beyond, 8), at_most(before, 8)};
}

} // namespace braid::explore
