#include "solver/repair.h"

#include "expr/semantics.h"

#include <algorithm>

namespace braid::solver {

namespace {

constexpr unsigned DEEPEST = 64; // operations undone one below the other
constexpr unsigned MOST_VISITS =
    500; // of operations, for all candidates together: paths through shared ones double
constexpr size_t MOST_CANDIDATES = 8;

} // namespace

std::optional<Repair::Changes> Repair::change(const Assignment &model, Expr e, Value wanted) {
  evaluator_.assign(model);
  current_.clear();
  visits_ = 0;
  if (!reach(e, wanted & expr::mask_of(store_.width(e)), 0))
    return std::nullopt;
  return current_;
}

std::vector<Repair::Changes> Repair::candidates(const Assignment &model, Expr constraint) {
  evaluator_.assign(model);
  found_.clear();
  visits_ = 0;
  make_true(constraint, true, 0);
  return std::move(found_);
}

void Repair::attempt(Expr e, Value wanted) {
  if (found_.size() >= MOST_CANDIDATES || !depends(e))
    return;
  current_.clear();
  if (reach(e, wanted & expr::mask_of(store_.width(e)), 0) && !current_.empty())
    found_.push_back(current_);
}

void Repair::make_true(Expr condition, bool wanted, unsigned depth) {
  const braid_node node = store_[condition];
  if (depth > DEEPEST || ++visits_ > MOST_VISITS || found_.size() >= MOST_CANDIDATES)
    return;
  switch (node.op) {
  case BRAID_OP_XOR:
    if (store_.is_constant(node.b))
      make_true(node.a, wanted != store_.is_constant(node.b, 1), depth + 1);
    return;
  case BRAID_OP_AND:
  case BRAID_OP_OR:
    // All parts that are not yet as wanted: one change for each is a candidate by itself, and mostly one is wrong.
    for (const Expr part : {node.a, node.b})
      if (evaluator_.holds(part) != wanted)
        make_true(part, wanted, depth + 1);
    return;
  case BRAID_OP_EQ:
  case BRAID_OP_NE:
  case BRAID_OP_ULT:
  case BRAID_OP_ULE:
  case BRAID_OP_SLT:
  case BRAID_OP_SLE:
    return compare(node, wanted);
  case BRAID_OP_FEQ:
  case BRAID_OP_FLT:
  case BRAID_OP_FLE:
  case BRAID_OP_FUNORDERED:
    return compare_numbers(node, wanted);
  default:
    attempt(condition, wanted ? 1 : 0);
  }
}

void Repair::compare(const braid_node &node, bool wanted) {
  const unsigned width = store_.width(node.a);
  const Value a = evaluator_.value(node.a), b = evaluator_.value(node.b);
  const Value mask = expr::mask_of(width);
  switch (node.op) {
  case BRAID_OP_EQ:
  case BRAID_OP_NE:
    if ((node.op == BRAID_OP_EQ) == wanted) {
      attempt(node.a, b);
      attempt(node.b, a);
    } else {
      attempt(node.a, b + 1);
      attempt(node.b, a + 1);
      attempt(node.a, b - 1);
    }
    return;
  default:
    break;
  }
  // Every other comparison asks for `low` to be below `high`, strictly or not.
  const bool is_strict_op = node.op == BRAID_OP_ULT || node.op == BRAID_OP_SLT;
  const bool is_signed = node.op == BRAID_OP_SLT || node.op == BRAID_OP_SLE;
  const Value sign = is_signed ? expr::sign_bit<Value>(width) : 0;
  const Expr low = wanted ? node.a : node.b, high = wanted ? node.b : node.a;
  const Value low_value = wanted ? a : b, high_value = wanted ? b : a;
  const Value gap = is_strict_op == wanted ? 1 : 0;
  // The nearest value that will do, and the farthest.
  if (gap == 0 || (high_value ^ sign) != 0)
    attempt(low, high_value - gap);
  if (gap == 0 || (low_value ^ sign) != mask)
    attempt(high, low_value + gap);
  attempt(low, sign);
  attempt(high, mask ^ sign);
}

bool Repair::reach(Expr e, Value wanted, unsigned depth) {
  const braid_node node = store_[e];
  const Value mask = expr::mask_of(node.width);
  if (depth > DEEPEST || ++visits_ > MOST_VISITS)
    return false;
  switch (node.op) {
  case BRAID_OP_SYMBOL: {
    const auto known =
        std::find_if(current_.begin(), current_.end(), [&](const auto &change) { return change.first == node.a; });
    if (known != current_.end())
      return known->second == wanted;
    current_.emplace_back(node.a, wanted);
    return true;
  }
  case BRAID_OP_CONST:
    return expr::constant_of(node) == wanted;
  case BRAID_OP_ZEXT:
    return wanted <= expr::mask_of(store_.width(node.a)) && reach(node.a, wanted, depth + 1);
  case BRAID_OP_SEXT: {
    const unsigned from = store_.width(node.a);
    const Value narrow = wanted & expr::mask_of(from);
    return (expr::sign_extended(narrow, from) & mask) == wanted && reach(node.a, narrow, depth + 1);
  }
  case BRAID_OP_CONCAT: {
    const unsigned low = store_.width(node.b);
    return reach(node.a, wanted >> low, depth + 1) && reach(node.b, wanted & expr::mask_of(low), depth + 1);
  }
  case BRAID_OP_EXTRACT: {
    const Value taken = mask << node.b;
    return reach(node.a, (evaluator_.value(node.a) & ~taken) | wanted << node.b, depth + 1);
  }
  case BRAID_OP_ITE:
    return reach(evaluator_.holds(node.a) ? node.b : node.c, wanted, depth + 1);
  case BRAID_OP_EQ:
  case BRAID_OP_NE:
  case BRAID_OP_ULT:
  case BRAID_OP_ULE:
  case BRAID_OP_SLT:
  case BRAID_OP_SLE:
    return false;
  case BRAID_OP_FEQ:
  case BRAID_OP_FLT:
  case BRAID_OP_FLE:
  case BRAID_OP_FUNORDERED:
    return false;
  default:
    break;
  }
  if (node.op >= BRAID_OP_FADD && node.op <= BRAID_OP_UITOF)
    return reach_number(node, uint64_t(wanted), depth);
  if (expr::OPERATIONS[node.op].operands != 2 || expr::OPERATIONS[node.op].shape != expr::Shape::SAME)
    return false;
  // One operand changes, the other stays; if the first cannot, the second may.
  for (const bool left : {true, false}) {
    const Expr variable = left ? node.a : node.b, other = left ? node.b : node.a;
    if (!depends(variable))
      continue;
    const size_t before = current_.size();
    if (reach_operation(node, variable, evaluator_.value(other), left, wanted, depth))
      return true;
    current_.resize(before);
  }
  return false;
}

// `variable` op other, or other op variable, is to be `wanted`.
bool Repair::reach_operation(const braid_node &node, Expr variable, Value other, bool left, Value wanted,
                             unsigned depth) {
  const Value mask = expr::mask_of(node.width);
  const Value now = evaluator_.value(variable);
  const auto with = [&](Value value) { return reach(variable, value & mask, depth + 1); };
  switch (node.op) {
  case BRAID_OP_ADD:
    return with(wanted - other);
  case BRAID_OP_SUB:
    return with(left ? wanted + other : other - wanted);
  case BRAID_OP_XOR:
    return with(wanted ^ other);
  case BRAID_OP_AND: // bits that the other has not stay as they are
    return (wanted & ~other) == 0 && with((now & ~other) | wanted);
  case BRAID_OP_OR:
    return (other & ~wanted) == 0 && with((now & other) | (wanted & ~other));
  case BRAID_OP_MUL: {
    if (other == 0)
      return false;
    const unsigned zeros = expr::semantics::trailing_zeros(other);
    if ((wanted & expr::low_bits<Value>(zeros)) != 0)
      return false;
    const Value matters = mask >> zeros; // the bits above are lost in the product and stay as they are
    return with((((wanted >> zeros) * expr::inverse_of_odd(other >> zeros)) & matters) | (now & ~matters));
  }
  case BRAID_OP_UDIV: // with the same remainder, if there is room for it
    if (!left || other == 0 || wanted > mask / other)
      return false;
    return with(wanted * other + (now % other <= mask - wanted * other ? now % other : 0));
  case BRAID_OP_UREM:
    return left && other != 0 && wanted < other && with(now - now % other + wanted);
  case BRAID_OP_SDIV:
    return left && with(wanted * other + expr::semantics::signed_remainder(now, other, node.width));
  case BRAID_OP_SREM:
    return left && with(wanted);
  case BRAID_OP_SHL:
    return left && other < node.width && with(wanted >> unsigned(other));
  case BRAID_OP_LSHR:
  case BRAID_OP_ASHR:
    return left && other < node.width && with(wanted << unsigned(other));
  default:
    return false;
  }
}

} // namespace braid::solver
