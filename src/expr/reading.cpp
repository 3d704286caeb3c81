#include "expr/reading.h"

#include "expr/semantics.h"

#include <algorithm>

namespace braid::expr {

std::optional<Value> Readings::constant(Expr e) const {
  const braid_node &node = nodes_[e];
  return node.op == BRAID_OP_CONST ? std::optional(constant_of(node)) : std::nullopt;
}

std::optional<ByteRange> Readings::bytes(Expr e) const {
  const braid_node &node = nodes_[e];
  if (operation_of(node).operands == 0) {
    const std::optional<Bytes> byte = leaves_->byte(e);
    return byte ? std::optional(ByteRange{*byte, false}) : std::nullopt;
  }
  // Parts of whole bytes only: that bounds the recursion to the sixteen bytes of the widest value.
  if (node.op != BRAID_OP_CONCAT || nodes_[node.a].width % 8 != 0 || nodes_[node.b].width % 8 != 0)
    return std::nullopt;
  const std::optional<ByteRange> high = bytes(node.a);
  if (!high)
    return std::nullopt;
  const std::optional<ByteRange> low = bytes(node.b);
  if (!low || low->source != high->source)
    return std::nullopt;
  const uint32_t count = high->count + low->count;
  const auto fits = [](const ByteRange &range, bool reversed) {
    return range.count == 1 || range.reversed == reversed;
  };
  if (low->first + low->count == high->first && fits(*low, false) && fits(*high, false))
    return ByteRange{{low->source, low->first, count}, false};
  if (high->first + high->count == low->first && fits(*low, true) && fits(*high, true))
    return ByteRange{{low->source, high->first, count}, true};
  return std::nullopt;
}

Expr Readings::simplified(Expr e) const {
  for (unsigned steps = DEPTH; steps != 0; steps--) {
    const braid_node &node = nodes_[e];
    if (node.op == BRAID_OP_AND) {
      const std::optional<Value> mask = constant(node.b);
      const bool low_ones = mask && (*mask & (*mask + 1)) == 0;
      if (!low_ones || maximum(node.a) > *mask)
        return e;
      e = node.a;
      continue;
    }
    // Sums with constants that cancel out.
    Expr base = e;
    Value offset = 0;
    for (unsigned length = 0; length < DEPTH; length++) {
      const braid_node &sum = nodes_[base];
      const std::optional<Value> amount =
          sum.op == BRAID_OP_ADD || sum.op == BRAID_OP_SUB ? constant(sum.b) : std::nullopt;
      if (!amount)
        break;
      offset = (sum.op == BRAID_OP_ADD ? offset + *amount : offset - *amount) & mask_of(sum.width);
      base = sum.a;
      if (offset == 0)
        break;
    }
    if (base == e || offset != 0)
      return e;
    e = base;
  }
  return e;
}

bool Readings::keeps_value(const braid_node &extract) const {
  return extract.b == 0 && maximum(extract.a) <= mask_of(extract.width);
}

Expr Readings::input_byte(Expr e) const {
  for (unsigned steps = DEPTH; steps != 0; steps--) {
    e = simplified(e);
    const braid_node &node = nodes_[e];
    const bool wrapped =
        node.op == BRAID_OP_ZEXT || node.op == BRAID_OP_SEXT || (node.op == BRAID_OP_EXTRACT && keeps_value(node));
    if (!wrapped)
      return operation_of(node).operands == 0 && leaves_->byte(e) ? e : 0;
    e = node.a;
  }
  return 0;
}

Value Readings::bound(Expr e, unsigned depth) const {
  const braid_node &node = nodes_[e];
  if (node.op == BRAID_OP_CONST)
    return constant_of(node);
  if (operation_of(node).operands == 0) // no object in memory is larger than half of it
    return leaves_->is_size(e) ? mask_of(node.width) >> 1 : mask_of(node.width);
  if (depth == 0)
    return mask_of(node.width);
  constexpr size_t MOST_BOUNDS = 100'000;
  if (bounds_.size() > MOST_BOUNDS)
    bounds_.clear();
  if (const auto known = bounds_.find(e); known != bounds_.end() && known->second.depth >= depth)
    return known->second.value;
  const Value value = computed_bound(node, depth);
  bounds_[e] = {depth, value};
  return value;
}

Value Readings::computed_bound(const braid_node &node, unsigned depth) const {
  const Value mask = mask_of(node.width);
  const auto of = [&](Expr operand) { return bound(operand, depth - 1); };
  switch (node.op) {
  case BRAID_OP_ADD: {
    const Value a = of(node.a), b = of(node.b);
    return b <= mask - a ? a + b : mask;
  }
  case BRAID_OP_MUL: {
    const Value a = of(node.a), b = of(node.b);
    return a == 0 || b <= mask / a ? a * b : mask;
  }
  case BRAID_OP_UDIV: {
    const std::optional<Value> divisor = constant(node.b);
    return divisor && *divisor != 0 ? of(node.a) / *divisor : mask;
  }
  case BRAID_OP_UREM: {
    const std::optional<Value> divisor = constant(node.b);
    return divisor && *divisor != 0 ? std::min(of(node.a), *divisor - 1) : of(node.a);
  }
  case BRAID_OP_AND:
    return std::min(of(node.a), of(node.b));
  case BRAID_OP_OR:
  case BRAID_OP_XOR: { // no bit above the highest that either can have
    const Value either = of(node.a) | of(node.b);
    return either == 0 ? 0 : mask_of(128 - semantics::leading_zeros(either));
  }
  case BRAID_OP_SHL: {
    const std::optional<Value> amount = constant(node.b);
    const Value a = of(node.a);
    return amount && *amount < node.width && a <= mask >> unsigned(*amount) ? a << unsigned(*amount) : mask;
  }
  case BRAID_OP_LSHR: {
    const std::optional<Value> amount = constant(node.b);
    return amount && *amount < node.width ? of(node.a) >> unsigned(*amount) : of(node.a);
  }
  case BRAID_OP_ITE:
    return std::max(of(node.b), of(node.c));
  case BRAID_OP_ZEXT:
    return of(node.a);
  case BRAID_OP_SEXT: {
    const Value a = of(node.a);
    return a <= mask_of(nodes_[node.a].width) >> 1 ? a : mask;
  }
  case BRAID_OP_EXTRACT:
    return node.b < 128 ? std::min(of(node.a) >> node.b, mask) : mask;
  case BRAID_OP_CONCAT:
    return of(node.a) << nodes_[node.b].width | mask_of(nodes_[node.b].width);
  case BRAID_OP_CTPOP:
  case BRAID_OP_CTLZ:
  case BRAID_OP_CTTZ:
    return std::min(Value(node.width), mask);
  default:
    return mask;
  }
}

std::optional<Extreme> Readings::extreme(const braid_node &choice) const {
  const braid_node &test = nodes_[choice.a];
  const bool is_signed = test.op == BRAID_OP_SLT || test.op == BRAID_OP_SLE;
  if (!is_signed && test.op != BRAID_OP_ULT && test.op != BRAID_OP_ULE)
    return std::nullopt;
  if (test.a == choice.b && test.b == choice.c)
    return Extreme{test.a, test.b, false, is_signed};
  if (test.a == choice.c && test.b == choice.b)
    return Extreme{test.a, test.b, true, is_signed};
  return std::nullopt;
}

Reading Readings::reading(Expr e, unsigned depth) const {
  e = simplified(e);
  const unsigned width = nodes_[e].width;
  return maximum(e) <= mask_of(width) >> 1 ? Reading::EITHER : type(e, depth);
}

bool Readings::has_unsigned_type(Expr e) const {
  return !constant(e) && nodes_[e].width >= 32 && type(e, DEPTH) == Reading::UNSIGNED;
}

bool Readings::may_be_negative(Expr e) const { return maximum(e) > mask_of(nodes_[e].width) >> 1; }

bool Readings::plain_is_unsigned(Expr first, Expr second, unsigned depth) const {
  if (nodes_[first].width < 32)
    return true; // a cast will do what is needed
  const auto is_plain = [&](Expr e) { return constant(e) || reading(e, depth) != Reading::SIGNED; };
  return is_plain(first) && is_plain(second);
}

// C's rule for operands as wide as an int or wider.
Reading Readings::common_type(Expr first, Expr second, unsigned depth) const {
  const auto is_unsigned = [&](Expr e) { return !constant(e) && type(e, depth) == Reading::UNSIGNED; };
  return is_unsigned(first) || is_unsigned(second) ? Reading::UNSIGNED : Reading::SIGNED;
}

// Narrower operands become ints, whose high bits agree with one reading only if both have that reading.
Reading Readings::common_narrow(Expr first, Expr second, unsigned depth) const {
  const auto read = [&](Expr e) {
    const Reading natural = reading(e, depth);
    return natural == Reading::WRAPPING ? Reading::UNSIGNED : natural; // a cast makes it so
  };
  const Reading a = read(first), b = read(second);
  if (constant(second)) // printed as the other operand reads
    return a == Reading::EITHER ? Reading::UNSIGNED : a;
  if (constant(first))
    return b == Reading::EITHER ? Reading::UNSIGNED : b;
  if (a == b || b == Reading::EITHER)
    return a;
  return a == Reading::EITHER ? b : Reading::WRAPPING;
}

// The type of the printed text, for values as wide as an int or wider.
Reading Readings::type(Expr e, unsigned depth) const {
  e = simplified(e);
  const braid_node &node = nodes_[e];
  if (node.width < 32)
    return narrow_type(e, depth);
  if (depth == 0)
    return Reading::SIGNED;
  switch (node.op) {
  case BRAID_OP_ADD:
  case BRAID_OP_SUB:
  case BRAID_OP_MUL:
  case BRAID_OP_AND:
  case BRAID_OP_OR:
  case BRAID_OP_XOR:
    return common_type(node.a, node.b, depth - 1);
  case BRAID_OP_UDIV:
  case BRAID_OP_UREM:
    return plain_is_unsigned(node.a, node.b, depth - 1) ? common_type(node.a, node.b, depth - 1)
                                                        : Reading::UNSIGNED;
  case BRAID_OP_SHL:
    return common_type(node.a, node.a, depth - 1);
  case BRAID_OP_LSHR:
    return plain_is_unsigned(node.a, node.a, depth - 1) ? common_type(node.a, node.a, depth - 1)
                                                        : Reading::UNSIGNED;
  case BRAID_OP_ITE:
    if (const std::optional<Extreme> found = extreme(node)) {
      if (found->is_signed)
        return Reading::SIGNED;
      if (!plain_is_unsigned(found->first, found->second, depth - 1))
        return Reading::UNSIGNED;
    }
    return common_type(node.b, node.c, depth - 1);
  case BRAID_OP_ZEXT:
    return nodes_[node.a].width < 32 ? Reading::SIGNED : Reading::UNSIGNED;
  case BRAID_OP_CONCAT: {
    // A variable read as a whole is an int-like thing; bytes of a file are not.
    const std::optional<ByteRange> range = bytes(e);
    if (!range)
      return node.width == 32 ? Reading::SIGNED : Reading::UNSIGNED;
    return leaves_->is_variable(*range) && !range->reversed ? Reading::SIGNED : Reading::UNSIGNED;
  }
  case BRAID_OP_SYMBOL: // likewise
    return leaves_->is_size(e) ? Reading::UNSIGNED : Reading::SIGNED;
  case BRAID_OP_SDIV:
  case BRAID_OP_SREM:
  case BRAID_OP_ASHR:
  case BRAID_OP_SEXT:
  case BRAID_OP_FTOSI:
  case BRAID_OP_CTPOP: // functions that return int
  case BRAID_OP_CTLZ:
  case BRAID_OP_CTTZ:
    return Reading::SIGNED;
  default:
    return Reading::UNSIGNED;
  }
}

Reading Readings::narrow_type(Expr e, unsigned depth) const {
  const braid_node &node = nodes_[e];
  if (operation_of(node).operands == 0)
    return Reading::UNSIGNED;
  if (depth == 0)
    return Reading::WRAPPING;
  switch (node.op) {
  case BRAID_OP_ADD:
  case BRAID_OP_MUL:
  case BRAID_OP_SHL:
    // A bound below the largest value of the width was found only if the result cannot wrap around.
    return maximum(e) < mask_of(node.width) ? Reading::UNSIGNED : Reading::WRAPPING;
  case BRAID_OP_SUB:
    return Reading::WRAPPING;
  case BRAID_OP_XOR:
    if (constant(node.b) == mask_of(node.width)) // ~x
      return reading(node.a, depth - 1) == Reading::SIGNED ? Reading::SIGNED : Reading::WRAPPING;
    return common_narrow(node.a, node.b, depth - 1);
  case BRAID_OP_AND:
  case BRAID_OP_OR:
    return common_narrow(node.a, node.b, depth - 1);
  case BRAID_OP_ITE:
    if (const std::optional<Extreme> found = extreme(node))
      return found->is_signed ? Reading::SIGNED : Reading::UNSIGNED;
    return common_narrow(node.b, node.c, depth - 1);
  case BRAID_OP_SDIV:
  case BRAID_OP_SREM:
  case BRAID_OP_ASHR:
  case BRAID_OP_SEXT:
  case BRAID_OP_FTOSI:
    return Reading::SIGNED;
  default:
    return Reading::UNSIGNED;
  }
}

} // namespace braid::expr
