// The part of Repair for floating point.
#include "expr/ordered_number.h"
#include "expr/semantics.h"
#include "solver/repair.h"

namespace braid::solver {

namespace {

uint64_t computed(uint8_t op, unsigned width, uint64_t a, uint64_t b = 0) {
  return expr::floating::apply(op, width, a, b, 0);
}

uint64_t one(unsigned width) { return width == 32 ? 0x3f800000u : 0x3ff0000000000000u; }

} // namespace

void Repair::compare_numbers(const braid_node &node, bool wanted) {
  const unsigned width = store_.width(node.a);
  const auto a = uint64_t(evaluator_.value(node.a)), b = uint64_t(evaluator_.value(node.b));
  const uint64_t nan = expr::floating::default_nan(width);
  const bool a_is_nan = expr::floating::is_nan(a, width), b_is_nan = expr::floating::is_nan(b, width);
  if (node.op == BRAID_OP_FUNORDERED) {
    if (wanted) {
      attempt(node.a, nan);
      attempt(node.b, nan);
      return;
    }
    if (a_is_nan)
      attempt(node.a, b_is_nan ? one(width) : b);
    if (b_is_nan)
      attempt(node.b, a_is_nan ? one(width) : a);
    return;
  }
  // A side that is not a number gives way to one that will do.
  if (wanted && (a_is_nan || b_is_nan)) {
    if (a_is_nan)
      attempt(node.a, b_is_nan ? one(width) : b);
    if (b_is_nan)
      attempt(node.b, a_is_nan ? one(width) : a);
    return;
  }
  if (node.op == BRAID_OP_FEQ) {
    attempt(node.a, wanted ? b : expr::next_number(b, width, 1));
    attempt(node.b, wanted ? a : expr::next_number(a, width, 1));
    if (!wanted)
      attempt(node.a, expr::next_number(b, width, -1));
    return;
  }
  // `low` has to be below `high`, strictly or not; the nearest that will do, and something with room to spare.
  const Expr low = wanted ? node.a : node.b, high = wanted ? node.b : node.a;
  const uint64_t low_value = wanted ? a : b, high_value = wanted ? b : a;
  const int gap = (node.op == BRAID_OP_FLT) == wanted ? 1 : 0;
  attempt(low, expr::next_number(high_value, width, -gap));
  attempt(high, expr::next_number(low_value, width, gap));
  attempt(low, computed(BRAID_OP_FSUB, width, high_value, one(width)));
  attempt(high, computed(BRAID_OP_FADD, width, low_value, one(width)));
  if (!wanted) { // nothing is below what is not a number
    attempt(node.a, nan);
    attempt(node.b, nan);
  }
}

bool Repair::reach_number(const braid_node &node, uint64_t wanted, unsigned depth) {
  const unsigned width = node.width, from = store_.width(node.a);
  const auto with = [&](uint64_t value) { return depends(node.a) && reach(node.a, value, depth + 1); };
  switch (node.op) {
  case BRAID_OP_FEXTEND:
    return with(computed(BRAID_OP_FROUNDTO, 64, wanted));
  case BRAID_OP_FROUNDTO:
    return with(computed(BRAID_OP_FEXTEND, 32, wanted));
  case BRAID_OP_SITOF:
  case BRAID_OP_UITOF:
    return depends(node.a) &&
           reach(node.a, expr::floating::to_integer(wanted, width, from, node.op == BRAID_OP_SITOF), depth + 1);
  case BRAID_OP_FTOSI:
  case BRAID_OP_FTOUI:
    return with(expr::floating::from_integer(wanted, width, from, node.op == BRAID_OP_FTOSI));
  case BRAID_OP_FFLOOR:
  case BRAID_OP_FCEIL:
  case BRAID_OP_FTRUNC:
  case BRAID_OP_FROUND:
  case BRAID_OP_FROUNDEVEN:
    return with(wanted);
  case BRAID_OP_FSQRT:
    return with(computed(BRAID_OP_FMUL, width, wanted, wanted));
  default:
    break;
  }
  if (expr::OPERATIONS[node.op].operands != 2)
    return false;
  if (node.a == node.b) {
    if (node.op == BRAID_OP_FMUL)
      return with(computed(BRAID_OP_FSQRT, width, wanted));
    return node.op == BRAID_OP_FADD &&
           with(computed(BRAID_OP_FDIV, width, wanted, computed(BRAID_OP_FADD, width, one(width), one(width))));
  }
  for (const bool left : {true, false}) {
    const size_t before = current_.size();
    if (depends(left ? node.a : node.b) && reach_operand(node, left, wanted, depth))
      return true;
    current_.resize(before);
  }
  return false;
}

bool Repair::reach_operand(const braid_node &node, bool left, uint64_t wanted, unsigned depth) {
  const unsigned width = node.width;
  const auto other = uint64_t(evaluator_.value(left ? node.b : node.a));
  const auto with = [&](uint64_t value) { return reach(left ? node.a : node.b, value, depth + 1); };
  switch (node.op) {
  case BRAID_OP_FADD:
    return with(computed(BRAID_OP_FSUB, width, wanted, other));
  case BRAID_OP_FSUB:
    return with(left ? computed(BRAID_OP_FADD, width, wanted, other)
                     : computed(BRAID_OP_FSUB, width, other, wanted));
  case BRAID_OP_FMUL:
    return with(computed(BRAID_OP_FDIV, width, wanted, other));
  case BRAID_OP_FDIV:
    return with(left ? computed(BRAID_OP_FMUL, width, wanted, other)
                     : computed(BRAID_OP_FDIV, width, other, wanted));
  case BRAID_OP_FMIN:
  case BRAID_OP_FMAX:
    return with(wanted);
  default:
    return false;
  }
}

} // namespace braid::solver
