#include "expr/rules.h"

#include "expr/semantics.h"

#include <utility>

namespace braid::expr {

// op(c, d, e) -> its value
Expr Rules::fold(uint8_t op, unsigned width, uint32_t a, uint32_t b, uint32_t c) {
  const unsigned operands = OPERATIONS[op].operands;
  const std::optional<Value> first = constant(a);
  if (!first)
    return 0;
  const std::optional<Value> second = operands > 1 ? constant(b) : std::optional(Value(b));
  const std::optional<Value> third = operands > 2 ? constant(c) : std::optional(Value(0));
  if (!second || !third)
    return 0;
  return made(expr::apply<Value>(op, width, this->width(a), *first, *second, *third), width);
}

Expr Rules::apply(uint8_t op, unsigned width, uint32_t &a, uint32_t &b, uint32_t c) {
  if (OPERATIONS[op].shape == Shape::ARRAY)
    return op == BRAID_OP_READ ? reading(a, b) : writing(width, a, b, c);
  if (commutes(op)) {
    const bool constant_a = store_.is_constant(a), constant_b = store_.is_constant(b);
    if (constant_a != constant_b ? constant_a : a > b)
      std::swap(a, b);
  }
  if (const Expr folded = fold(op, width, a, b, c))
    return folded;
  if (!all_)
    return 0;
  switch (op) {
  case BRAID_OP_ADD:
    return sum(width, a, b);
  case BRAID_OP_SUB:
    return difference(width, a, b);
  case BRAID_OP_MUL:
    return product(width, a, b);
  case BRAID_OP_UDIV:
  case BRAID_OP_SDIV:
  case BRAID_OP_UREM:
  case BRAID_OP_SREM:
    return quotient(op, width, a, b);
  case BRAID_OP_AND:
    return conjunction(width, a, b);
  case BRAID_OP_OR:
    return disjunction(width, a, b);
  case BRAID_OP_XOR:
    return exclusion(width, a, b);
  case BRAID_OP_SHL:
  case BRAID_OP_LSHR:
  case BRAID_OP_ASHR:
    return shift(op, width, a, b);
  case BRAID_OP_EQ:
  case BRAID_OP_NE:
    return equality(op, a, b);
  case BRAID_OP_ULT:
  case BRAID_OP_ULE:
  case BRAID_OP_SLT:
  case BRAID_OP_SLE:
    return order(op, a, b);
  case BRAID_OP_ITE:
    return choice(width, a, b, c);
  case BRAID_OP_EXTRACT:
    return extraction(width, a, b);
  case BRAID_OP_CONCAT:
    return concatenation(width, a, b);
  case BRAID_OP_ZEXT:
  case BRAID_OP_SEXT:
    return extension(op, width, a);
  case BRAID_OP_BSWAP:
    return bytes_swapped(width, a);
  default:
    return 0;
  }
}

} // namespace braid::expr
