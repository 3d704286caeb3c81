#include "z3_judge.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace braid::solver::test {

Z3Judge::Z3Judge(const Store &store, unsigned milliseconds) : store_(store) {
  const Z3_config config = Z3_mk_config();
  Z3_set_param_value(config, "model", "false");
  context_ = Z3_mk_context(config); // terms live as long as the context
  Z3_del_config(config);
  solver_ = Z3_mk_solver_for_logic(context_, Z3_mk_string_symbol(context_, "QF_BV"));
  Z3_solver_inc_ref(context_, solver_);
  const Z3_params params = Z3_mk_params(context_);
  Z3_params_inc_ref(context_, params);
  Z3_params_set_uint(context_, params, Z3_mk_string_symbol(context_, "timeout"), milliseconds);
  Z3_solver_set_params(context_, solver_, params);
  Z3_params_dec_ref(context_, params);
}

Z3Judge::~Z3Judge() {
  Z3_solver_dec_ref(context_, solver_);
  Z3_del_context(context_);
}

Z3_ast Z3Judge::literal(Value value, unsigned width) {
  const Z3_ast low =
      Z3_mk_unsigned_int64(context_, uint64_t(value), Z3_mk_bv_sort(context_, std::min(width, 64u)));
  if (width <= 64)
    return low;
  return Z3_mk_concat(
      context_, Z3_mk_unsigned_int64(context_, uint64_t(value >> 64), Z3_mk_bv_sort(context_, width - 64)), low);
}

Z3_ast Z3Judge::bit(Z3_ast condition) { return Z3_mk_ite(context_, condition, literal(1, 1), literal(0, 1)); }

Z3_ast Z3Judge::extract(Z3_ast a, unsigned low, unsigned width) {
  return Z3_mk_extract(context_, low + width - 1, low, a);
}

// Ones are added up; zeros are found by a choice for each bit, the one that decides outermost.
Z3_ast Z3Judge::counted(const braid_node &node, Z3_ast a) {
  const unsigned width = node.width;
  if (node.op == BRAID_OP_CTPOP) {
    Z3_ast sum = literal(0, width);
    for (unsigned i = 0; i < width; i++) {
      const Z3_ast one = extract(a, i, 1);
      sum = Z3_mk_bvadd(context_, sum, width == 1 ? one : Z3_mk_zero_ext(context_, width - 1, one));
    }
    return sum;
  }
  Z3_ast result = literal(width, width);
  for (unsigned i = 0; i < width; i++) {
    const unsigned zeros = width - 1 - i, place = node.op == BRAID_OP_CTLZ ? i : zeros;
    result = Z3_mk_ite(context_, Z3_mk_eq(context_, extract(a, place, 1), literal(1, 1)), literal(zeros, width),
                       result);
  }
  return result;
}

// The operands are translated already.
Z3_ast Z3Judge::application(const braid_node &node) {
  const unsigned operands = expr::OPERATIONS[node.op].operands;
  const Z3_ast a = operands > 0 ? asts_[node.a] : nullptr, b = operands > 1 ? asts_[node.b] : nullptr;
  const auto two = [&](auto function) { return function(context_, a, b); };
  switch (node.op) {
  case BRAID_OP_CONST:
    return literal(expr::constant_of(node), node.width);
  case BRAID_OP_SYMBOL:
    return Z3_mk_const(context_, Z3_mk_string_symbol(context_, store_.name(node.a).c_str()),
                       Z3_mk_bv_sort(context_, node.width));
  case BRAID_OP_ADD:
    return two(Z3_mk_bvadd);
  case BRAID_OP_SUB:
    return two(Z3_mk_bvsub);
  case BRAID_OP_MUL:
    return two(Z3_mk_bvmul);
  case BRAID_OP_UDIV:
    return two(Z3_mk_bvudiv);
  case BRAID_OP_SDIV:
    return two(Z3_mk_bvsdiv);
  case BRAID_OP_UREM:
    return two(Z3_mk_bvurem);
  case BRAID_OP_SREM:
    return two(Z3_mk_bvsrem);
  case BRAID_OP_AND:
    return two(Z3_mk_bvand);
  case BRAID_OP_OR:
    return two(Z3_mk_bvor);
  case BRAID_OP_XOR:
    return two(Z3_mk_bvxor);
  case BRAID_OP_SHL:
    return two(Z3_mk_bvshl);
  case BRAID_OP_LSHR:
    return two(Z3_mk_bvlshr);
  case BRAID_OP_ASHR:
    return two(Z3_mk_bvashr);
  case BRAID_OP_EQ:
    return bit(two(Z3_mk_eq));
  case BRAID_OP_NE:
    return bit(Z3_mk_not(context_, two(Z3_mk_eq)));
  case BRAID_OP_ULT:
    return bit(two(Z3_mk_bvult));
  case BRAID_OP_ULE:
    return bit(two(Z3_mk_bvule));
  case BRAID_OP_SLT:
    return bit(two(Z3_mk_bvslt));
  case BRAID_OP_SLE:
    return bit(two(Z3_mk_bvsle));
  case BRAID_OP_ITE:
    return Z3_mk_ite(context_, Z3_mk_eq(context_, a, literal(1, 1)), b, asts_[node.c]);
  case BRAID_OP_EXTRACT:
    return extract(a, node.b, node.width);
  case BRAID_OP_CONCAT:
    return two(Z3_mk_concat);
  case BRAID_OP_ZEXT:
    return Z3_mk_zero_ext(context_, node.width - store_.width(node.a), a);
  case BRAID_OP_SEXT:
    return Z3_mk_sign_ext(context_, node.width - store_.width(node.a), a);
  case BRAID_OP_CTPOP:
  case BRAID_OP_CTLZ:
  case BRAID_OP_CTTZ:
    return counted(node, a);
  case BRAID_OP_BSWAP:
  case BRAID_OP_BITREVERSE: {
    const unsigned unit = node.op == BRAID_OP_BSWAP ? 8 : 1;
    Z3_ast result = extract(a, 0, unit);
    for (unsigned low = unit; low < node.width; low += unit)
      result = Z3_mk_concat(context_, result, extract(a, low, unit));
    return result;
  }
  default:
    throw std::invalid_argument("the judge knows nothing of " + std::string(expr::OPERATIONS[node.op].name));
  }
}

Z3_ast Z3Judge::translated(Expr e) {
  asts_.resize(std::max(asts_.size(), store_.size()));
  std::vector<Expr> pending{e};
  while (!pending.empty()) {
    const Expr next = pending.back();
    const braid_node &node = store_[next];
    const size_t before = pending.size();
    for (unsigned i = 0; asts_[next] == nullptr && i < expr::OPERATIONS[node.op].operands; i++)
      if (asts_[expr::operand(node, i)] == nullptr)
        pending.push_back(expr::operand(node, i));
    if (pending.size() != before)
      continue;
    if (asts_[next] == nullptr)
      asts_[next] = application(node);
    pending.pop_back();
  }
  return asts_[e];
}

Verdict Z3Judge::verdict(std::span<const Expr> constraints) {
  Z3_solver_push(context_, solver_); // several times faster than a fresh solver for each query
  for (const Expr constraint : constraints)
    Z3_solver_assert(context_, solver_, Z3_mk_eq(context_, translated(constraint), literal(1, 1)));
  const Z3_lbool result = Z3_solver_check(context_, solver_);
  Z3_solver_pop(context_, solver_, 1);
  switch (result) {
  case Z3_L_TRUE:
    return Verdict::SATISFIABLE;
  case Z3_L_FALSE:
    return Verdict::UNSATISFIABLE;
  default:
    return Verdict::UNKNOWN;
  }
}

} // namespace braid::solver::test
