// Sums, products, quotients and shifts. A sum of terms is brought into the form (terms) + c, terms of one x into
// x * c.
#include "expr/rules.h"
#include "expr/semantics.h"

namespace braid::expr {

Expr Rules::sum(unsigned width, Expr a, Expr b) {
  // W = 1: x + y -> x ^ y
  if (width == 1)
    return store_.make(BRAID_OP_XOR, 1, a, b);
  // x + x -> x * 2
  if (a == b)
    return store_.make(BRAID_OP_MUL, width, a, made(2, width));
  if (const std::optional<Value> c = constant(b)) {
    // x + 0 -> x
    if (*c == 0)
      return a;
    // (x + d) + c -> x + (d + c)
    if (is(a, BRAID_OP_ADD) && right(a))
      return store_.make(BRAID_OP_ADD, width, node(a).a, made(*right(a) + *c, width));
    // (d - x) + c -> (d + c) - x
    if (is(a, BRAID_OP_SUB) && constant(node(a).a))
      return store_.make(BRAID_OP_SUB, width, made(*constant(node(a).a) + *c, width), node(a).b);
    // ~x + c -> (c - 1) - x
    if (is(a, BRAID_OP_XOR) && right(a) == mask_of(width))
      return store_.make(BRAID_OP_SUB, width, made(*c - 1, width), node(a).a);
    // ite(p, d, e) + c -> ite(p, d + c, e + c)
    if (is(a, BRAID_OP_ITE) && constant(node(a).b) && constant(node(a).c))
      return store_.choice(node(a).a, made(*constant(node(a).b) + *c, width),
                           made(*constant(node(a).c) + *c, width));
  } else {
    for (const auto &[x, y] : {std::pair(a, b), std::pair(b, a)}) {
      // (x + c) + y -> (x + y) + c
      if (is(x, BRAID_OP_ADD) && right(x)) {
        const Expr constant_part = node(x).b;
        return store_.make(BRAID_OP_ADD, width, store_.make(BRAID_OP_ADD, width, node(x).a, y), constant_part);
      }
      if (is(x, BRAID_OP_SUB)) {
        // (x - y) + y -> x
        if (node(x).b == y)
          return node(x).a;
        // (c - x) + y -> (y - x) + c
        if (constant(node(x).a)) {
          const Expr constant_part = node(x).a;
          return store_.make(BRAID_OP_ADD, width, store_.make(BRAID_OP_SUB, width, y, node(x).b), constant_part);
        }
      }
      // (x * c) + x -> x * (c + 1)
      if (is(x, BRAID_OP_MUL) && right(x) && node(x).a == y)
        return store_.make(BRAID_OP_MUL, width, y, made(*right(x) + 1, width));
    }
    // (x * c) + (x * d) -> x * (c + d)
    if (is(a, BRAID_OP_MUL) && is(b, BRAID_OP_MUL) && node(a).a == node(b).a && right(a) && right(b))
      return store_.make(BRAID_OP_MUL, width, node(a).a, made(*right(a) + *right(b), width));
    // x + y -> x | y where no bit can be set in both
    return joined(width, a, b);
  }
  return 0;
}

Expr Rules::difference(unsigned width, Expr a, Expr b) {
  // W = 1: x - y -> x ^ y
  if (width == 1)
    return store_.make(BRAID_OP_XOR, 1, a, b);
  // x - x -> 0
  if (a == b)
    return made(0, width);
  // x - c -> x + -c
  if (const std::optional<Value> c = constant(b))
    return store_.make(BRAID_OP_ADD, width, a, made(-*c, width));
  // (y + z) - y -> z
  if (is(a, BRAID_OP_ADD)) {
    if (node(a).a == b)
      return node(a).b;
    if (node(a).b == b)
      return node(a).a;
    // (x + c) - y -> (x - y) + c
    if (right(a)) {
      const Expr constant_part = node(a).b;
      return store_.make(BRAID_OP_ADD, width, store_.make(BRAID_OP_SUB, width, node(a).a, b), constant_part);
    }
  }
  // x - (y + c) -> (x - y) + -c
  if (is(b, BRAID_OP_ADD) && right(b)) {
    const Value c = *right(b);
    return store_.make(BRAID_OP_ADD, width, store_.make(BRAID_OP_SUB, width, a, node(b).a), made(-c, width));
  }
  if (is(b, BRAID_OP_SUB)) {
    // x - (x - y) -> y
    if (node(b).a == a)
      return node(b).b;
    // x - (c - y) -> (x + y) + -c
    if (const std::optional<Value> c = constant(node(b).a))
      return store_.make(BRAID_OP_ADD, width, store_.make(BRAID_OP_ADD, width, a, node(b).b), made(-*c, width));
  }
  // (c - x) - y is left alone; ~0 - x -> ~x
  if (constant(a) == mask_of(width))
    return store_.make(BRAID_OP_XOR, width, b, a);
  // c - ~x -> x + (c + 1)
  if (constant(a) && is(b, BRAID_OP_XOR) && right(b) == mask_of(width))
    return store_.make(BRAID_OP_ADD, width, node(b).a, made(*constant(a) + 1, width));
  // 0 - (x * c) -> x * -c;  0 - (x - y) -> y - x
  if (constant(a) == Value(0)) {
    if (is(b, BRAID_OP_MUL) && right(b))
      return store_.make(BRAID_OP_MUL, width, node(b).a, made(-*right(b), width));
    if (is(b, BRAID_OP_SUB))
      return store_.make(BRAID_OP_SUB, width, node(b).b, node(b).a);
  }
  // (x * c) - x -> x * (c - 1);  x - (x * c) -> x * (1 - c)
  if (is(a, BRAID_OP_MUL) && right(a) && node(a).a == b)
    return store_.make(BRAID_OP_MUL, width, b, made(*right(a) - 1, width));
  if (is(b, BRAID_OP_MUL) && right(b) && node(b).a == a)
    return store_.make(BRAID_OP_MUL, width, a, made(1 - *right(b), width));
  return 0;
}

Expr Rules::product(unsigned width, Expr a, Expr b) {
  // W = 1: x * y -> x & y
  if (width == 1)
    return store_.make(BRAID_OP_AND, 1, a, b);
  const std::optional<Value> c = constant(b);
  if (!c)
    return 0;
  // x * 0 -> 0;  x * 1 -> x;  x * -1 -> 0 - x
  if (*c == 0)
    return b;
  if (*c == 1)
    return a;
  if (*c == mask_of(width))
    return store_.make(BRAID_OP_SUB, width, made(0, width), a);
  // (x * d) * c -> x * (d * c)
  if (is(a, BRAID_OP_MUL) && right(a))
    return store_.make(BRAID_OP_MUL, width, node(a).a, made(*right(a) * *c, width));
  // (x + d) * c -> x * c + d * c
  if (is(a, BRAID_OP_ADD) && right(a)) {
    const Value offset = *right(a) * *c;
    return store_.make(BRAID_OP_ADD, width, store_.make(BRAID_OP_MUL, width, node(a).a, b), made(offset, width));
  }
  // (d - x) * c -> d * c + x * -c
  if (is(a, BRAID_OP_SUB) && constant(node(a).a)) {
    const Value offset = *constant(node(a).a) * *c;
    return store_.make(BRAID_OP_ADD, width, store_.make(BRAID_OP_MUL, width, node(a).b, made(-*c, width)),
                       made(offset, width));
  }
  // zext(p) * c -> ite(p, c, 0)
  if (is(a, BRAID_OP_ZEXT) && this->width(node(a).a) == 1)
    return store_.choice(node(a).a, b, made(0, width));
  // ite(p, d, e) * c -> ite(p, d * c, e * c)
  if (is(a, BRAID_OP_ITE) && constant(node(a).b) && constant(node(a).c))
    return store_.choice(node(a).a, made(*constant(node(a).b) * *c, width),
                         made(*constant(node(a).c) * *c, width));
  // zext(x) * 2^k -> zext(concat(x, 0)) where nothing is shifted out
  if ((*c & (*c - 1)) == 0 && is(a, BRAID_OP_ZEXT)) {
    const unsigned k = semantics::trailing_zeros(*c);
    if (this->width(node(a).a) + k <= width)
      return store_.resize(store_.concat(node(a).a, made(0, k)), width, false);
  }
  return 0;
}

Expr Rules::quotient(uint8_t op, unsigned width, Expr a, Expr b) {
  const std::optional<Value> c = constant(b);
  if (!c)
    return 0;
  const bool is_signed = op == BRAID_OP_SDIV || op == BRAID_OP_SREM;
  const bool is_quotient = op == BRAID_OP_UDIV || op == BRAID_OP_SDIV;
  if (*c == 0) {
    // x / 0 -> ~0 (unsigned), ite(x < 0, 1, -1);  x % 0 -> x
    if (!is_quotient)
      return a;
    return is_signed
               ? store_.choice(store_.compare(BRAID_OP_SLT, a, b), made(1, width), made(mask_of(width), width))
               : made(mask_of(width), width);
  }
  // x / 1 -> x;  x % 1 -> 0 (of one signed bit the constant is -1, and the same holds)
  if (*c == 1)
    return is_quotient ? a : made(0, width);
  if (is_signed) {
    // x / -1 -> 0 - x;  x % -1 -> 0
    if (*c == mask_of(width))
      return is_quotient ? store_.make(BRAID_OP_SUB, width, made(0, width), a) : made(0, width);
    // a dividend that is never negative, and c > 0: the same without signs
    const Value sign = sign_bit<Value>(width);
    if ((possible_ones(a) & sign) == 0 && (*c & sign) == 0)
      return store_.make(is_quotient ? BRAID_OP_UDIV : BRAID_OP_UREM, width, a, b);
    return 0;
  }
  // x / 2^k -> x >> k;  x % 2^k -> x & (2^k - 1)
  if ((*c & (*c - 1)) == 0)
    return is_quotient ? store_.make(BRAID_OP_LSHR, width, a, made(semantics::trailing_zeros(*c), width))
                       : store_.make(BRAID_OP_AND, width, a, made(*c - 1, width));
  // a dividend that is always smaller: x / c -> 0;  x % c -> x
  if (possible_ones(a) < *c)
    return is_quotient ? made(0, width) : a;
  // zext(x) / c -> zext(x / c);  zext(x) % c -> zext(x % c), as c fits: else the rule before
  if (is(a, BRAID_OP_ZEXT) && *c <= mask_of(this->width(node(a).a))) {
    const unsigned narrow = this->width(node(a).a);
    return store_.resize(store_.make(op, narrow, node(a).a, made(*c, narrow)), width, false);
  }
  return 0;
}

Expr Rules::shift(uint8_t op, unsigned width, Expr a, Expr b) {
  // 0 << x -> 0, and so for all shifts
  if (constant(a) == Value(0))
    return a;
  const std::optional<Value> c = constant(b);
  if (!c)
    return 0;
  // x << 0 -> x
  if (*c == 0)
    return a;
  if (*c >= width && op != BRAID_OP_ASHR)
    return made(0, width);
  // x >> c -> zext(extract(x, c)), sext(extract(x, c))
  const unsigned amount = *c >= width ? width - 1 : unsigned(*c);
  if (op == BRAID_OP_SHL)
    // x << c -> x * 2^c
    return store_.make(BRAID_OP_MUL, width, a, made(Value(1) << amount, width));
  if (amount == 0)
    return a;
  return store_.resize(store_.extract(a, amount, width - amount), width, op == BRAID_OP_ASHR);
}

} // namespace braid::expr
