// Comparisons. With a constant they end as x == c, x != c, x < c or c <= x, the last two unsigned or signed.
#include "expr/rules.h"
#include "expr/semantics.h"

namespace braid::expr {

// Writes to an array that are looked at when an element of it is compared with a constant; and those of which
// conditions are made.
constexpr size_t MOST_WRITES = 16, MOST_WRITES_CHOSEN = 2;

namespace {

// The bits from number `low` on.
Value bits_from(Value value, unsigned low) { return low < 128 ? value >> low : 0; }

bool is_signed_order(uint8_t op) { return op == BRAID_OP_SLT || op == BRAID_OP_SLE; }
bool is_strict(uint8_t op) { return op == BRAID_OP_ULT || op == BRAID_OP_SLT; }

} // namespace

Expr Rules::equality(uint8_t op, Expr a, Expr b) {
  const bool equal = op == BRAID_OP_EQ;
  // x == x -> 1
  if (a == b)
    return truth(equal);
  if (is_negation_of(a, b))
    return truth(!equal);
  if (const std::optional<Value> c = constant(b)) {
    const Expr simpler = equality_with(a, *c);
    return simpler == 0 ? 0 : equal ? simpler : store_.inverted(simpler);
  }
  const auto [op_a, index_a, width_a, first_a, second_a, third_a, value_a] = node(a);
  const auto [op_b, index_b, width_b, first_b, second_b, third_b, value_b] = node(b);
  if (op_a == BRAID_OP_ZEXT && op_b == BRAID_OP_ZEXT) {
    // zext(x) == zext(y) -> x == y, the narrower one extended
    const unsigned wider = std::max(width(first_a), width(first_b));
    const Expr x = store_.resize(first_a, wider, false), y = store_.resize(first_b, wider, false);
    return store_.compare(op, x, y);
  }
  // sext(x) == sext(y) -> x == y
  if (op_a == BRAID_OP_SEXT && op_b == BRAID_OP_SEXT && width(first_a) == width(first_b))
    return store_.compare(op, first_a, first_b);
  // x + z == y + z -> x == y, and for ^
  if (op_a == op_b && (op_a == BRAID_OP_ADD || op_a == BRAID_OP_XOR)) {
    if (second_a == second_b)
      return store_.compare(op, first_a, first_b);
    if (first_a == first_b)
      return store_.compare(op, second_a, second_b);
  }
  // x + y == x -> y == 0, and for ^;  x - y == x -> y == 0
  for (const auto &[x, y] : {std::pair(a, b), std::pair(b, a)}) {
    const auto [op_x, index_x, width_x, first_x, second_x, third_x, value_x] = node(x);
    if (op_x != BRAID_OP_ADD && op_x != BRAID_OP_XOR && op_x != BRAID_OP_SUB)
      continue;
    if (first_x == y)
      return store_.compare(op, second_x, made(0, width_x));
    if (second_x == y && op_x != BRAID_OP_SUB)
      return store_.compare(op, first_x, made(0, width_x));
  }
  // concat(x, z) == concat(y, z) -> x == y, and likewise for the low parts
  if (op_a == BRAID_OP_CONCAT && op_b == BRAID_OP_CONCAT) {
    if (second_a == second_b)
      return store_.compare(op, first_a, first_b);
    if (first_a == first_b)
      return store_.compare(op, second_a, second_b);
  }
  return 0;
}

Expr Rules::equality_with(Expr a, Value c) {
  const auto [op, index_width, width, x, y, z, value] = node(a);
  const Value mask = mask_of(width);
  const auto equals = [&](Expr e, Value wanted) {
    return store_.compare(BRAID_OP_EQ, e, made(wanted, this->width(e)));
  };
  // W = 1: x == 1 -> x;  x == 0 -> not x
  if (width == 1)
    return c == 1 ? a : store_.inverted(a);
  switch (op) {
  case BRAID_OP_ADD:
    // x + d == c -> x == c - d
    return right(a) ? equals(x, c - *right(a)) : 0;
  case BRAID_OP_SUB:
    // d - x == c -> x == d - c;  x - y == 0 -> x == y
    if (constant(x))
      return equals(y, *constant(x) - c);
    return c == 0 ? store_.compare(BRAID_OP_EQ, x, y) : 0;
  case BRAID_OP_XOR:
    // x ^ d == c -> x == c ^ d;  x ^ y == 0 -> x == y
    if (right(a))
      return equals(x, c ^ *right(a));
    return c == 0 ? store_.compare(BRAID_OP_EQ, x, y) : 0;
  case BRAID_OP_MUL: {
    // x * d == c, d = odd * 2^k -> the low bits of x == (c >> k) / odd, or 0 if c has not as many zeros
    const std::optional<Value> d = right(a);
    if (!d || *d == 0)
      return 0;
    const unsigned k = semantics::trailing_zeros(*d);
    if ((c & low_bits<Value>(k)) != 0)
      return truth(false);
    return equals(store_.extract(x, 0, width - k), (c >> k) * inverse_of_odd(*d >> k));
  }
  case BRAID_OP_AND:
    // x & d == c -> 0 where c has other bits than d
    return right(a) && (c & ~*right(a)) != 0 ? truth(false) : 0;
  case BRAID_OP_OR:
    // x | d == c -> 0 where d has other bits than c;  x | y == 0 -> x == 0 & y == 0
    if (right(a))
      return (*right(a) & ~c) != 0 ? truth(false) : 0;
    return c == 0 ? store_.both(equals(x, 0), equals(y, 0)) : 0;
  case BRAID_OP_UREM:
    // x % d == c -> 0 where c >= d
    return right(a) && *right(a) != 0 && c >= *right(a) ? truth(false) : 0;
  case BRAID_OP_ZEXT:
    // zext(x) == c -> x == c, or 0 if c does not fit
    return c > mask_of(this->width(x)) ? truth(false) : equals(x, c);
  case BRAID_OP_SEXT:
    // sext(x) == c -> x == c, or 0 if c does not fit
    return (sign_extended(c & mask_of(this->width(x)), this->width(x)) & mask) != c ? truth(false) : equals(x, c);
  case BRAID_OP_CONCAT: {
    // concat(d, x) == c -> x == c or 0;  concat(x, d) == c likewise
    const unsigned low = this->width(y);
    if (const std::optional<Value> d = constant(x))
      return *d != bits_from(c, low) ? truth(false) : equals(y, c);
    if (const std::optional<Value> d = constant(y))
      return *d != (c & mask_of(low)) ? truth(false) : equals(x, bits_from(c, low));
    return 0;
  }
  case BRAID_OP_ITE:
    // ite(p, d, x) == c -> p | x == c, or not p & x == c;  likewise for d in the other arm
    if (const std::optional<Value> d = constant(y))
      return *d == c ? store_.either(x, equals(z, c)) : store_.both(store_.inverted(x), equals(z, c));
    if (const std::optional<Value> d = constant(z))
      return *d == c ? store_.either(store_.inverted(x), equals(y, c)) : store_.both(x, equals(y, c));
    return 0;
  case BRAID_OP_READ:
    return read_compared(BRAID_OP_EQ, a, c, false);
  default:
    return 0;
  }
}

Expr Rules::order(uint8_t op, Expr a, Expr b) {
  // x < x -> 0;  x <= x -> 1
  if (a == b)
    return truth(!is_strict(op));
  if (const std::optional<Value> c = constant(b))
    return order_with(op, a, *c, false);
  if (const std::optional<Value> c = constant(a))
    return order_with(op, b, *c, true);
  const auto [op_a, index_a, width_a, first_a, second_a, third_a, value_a] = node(a);
  const auto [op_b, index_b, width_b, first_b, second_b, third_b, value_b] = node(b);
  // W = 1: x < y -> not x & y (signed: x & not y);  x <= y -> not x | y (signed: x | not y)
  if (width_a == 1) {
    const Expr smaller = is_signed_order(op) ? b : a, larger = is_signed_order(op) ? a : b;
    const Expr not_smaller = store_.inverted(smaller);
    return is_strict(op) ? store_.both(not_smaller, larger) : store_.either(not_smaller, larger);
  }
  if (op_a == BRAID_OP_ZEXT && op_b == BRAID_OP_ZEXT) {
    // zext(x) < zext(y) -> x < y without signs, the narrower one extended
    const unsigned wider = std::max(width(first_a), width(first_b));
    const Expr x = store_.resize(first_a, wider, false), y = store_.resize(first_b, wider, false);
    return store_.compare(is_strict(op) ? BRAID_OP_ULT : BRAID_OP_ULE, x, y);
  }
  // sext(x) < sext(y) -> x < y: the order of either kind is kept
  if (op_a == BRAID_OP_SEXT && op_b == BRAID_OP_SEXT && width(first_a) == width(first_b))
    return store_.compare(op, first_a, first_b);
  // concat(x, z) < concat(x, u) -> z < u without signs
  if (op_a == BRAID_OP_CONCAT && op_b == BRAID_OP_CONCAT && first_a == first_b)
    return store_.compare(is_strict(op) ? BRAID_OP_ULT : BRAID_OP_ULE, second_a, second_b);
  return 0;
}

// x op c, or c op x
Expr Rules::order_with(uint8_t op, Expr a, Value c, bool constant_left) {
  const unsigned width = this->width(a);
  const Value mask = mask_of(width), sign = is_signed_order(op) ? sign_bit<Value>(width) : 0;
  const Value smallest = sign, largest = mask ^ sign;
  const uint8_t less = is_signed_order(op) ? BRAID_OP_SLT : BRAID_OP_ULT;
  const uint8_t less_or_equal = is_signed_order(op) ? BRAID_OP_SLE : BRAID_OP_ULE;
  // x <= c -> x < c + 1, or 1;  c < x -> c + 1 <= x, or 0
  if (is_strict(op) == constant_left) {
    if (c == largest)
      return truth(!constant_left);
    const Expr next = made(c + 1, width);
    return constant_left ? store_.compare(less_or_equal, next, a) : store_.compare(less, a, next);
  }
  // x < smallest -> 0;  smallest <= x -> 1
  if (c == smallest)
    return truth(constant_left);
  // x < smallest + 1 -> x == smallest;  x < largest -> x != largest;  and for <= the negations
  const auto edge = [&](bool equal, Value value) {
    return store_.compare(equal != constant_left ? BRAID_OP_EQ : BRAID_OP_NE, a, made(value, width));
  };
  if (c == ((smallest + 1) & mask))
    return edge(true, smallest);
  if (c == largest)
    return edge(false, largest);
  if (const Expr simpler =
          is(a, BRAID_OP_READ) ? read_compared(op, a, c, constant_left) : choice_compared(op, a, c, constant_left))
    return simpler;
  return extended_order_with(op, a, c, constant_left);
}

// ite(p, d, e) < c -> p, not p, 0 or 1, and for <=
Expr Rules::choice_compared(uint8_t op, Expr a, Value c, bool constant_left) {
  if (!is(a, BRAID_OP_ITE))
    return 0;
  const auto [_, index_width, width, p, x, y, value] = node(a);
  if (!constant(x) || !constant(y))
    return 0;
  const Expr bound = made(c, width);
  const auto compared = [&](Expr arm) {
    return store_.is_constant(constant_left ? store_.compare(op, bound, arm) : store_.compare(op, arm, bound), 1);
  };
  const bool yes = compared(x), no = compared(y);
  return yes == no ? truth(yes) : yes ? p : store_.inverted(p);
}

// read(write(write(a, i, d), j, e), k) < c -> 0 or 1 if that is so of d, e and the element k of a; or else k == j
// if it is of e alone, and so on; for <= and == too. What a program marks in a table by a symbolic index it often
// looks for one by one.
Expr Rules::read_compared(uint8_t op, Expr a, Value c, bool constant_left) {
  const Expr index = node(a).b, bound = made(c, width(a));
  if (!constant(index))
    return 0;
  const auto compared = [&](Expr e) {
    return store_.is_constant(constant_left ? store_.compare(op, bound, e) : store_.compare(op, e, bound), 1);
  };
  std::vector<std::pair<Expr, bool>> writes; // latest first: that it is the one that is read, and what holds then
  Expr array = node(a).a;
  bool is_decided = true;
  for (; is(array, BRAID_OP_WRITE); array = node(array).a) {
    if (!constant(node(array).c) || writes.size() == MOST_WRITES)
      return 0;
    const Expr here = store_.compare(BRAID_OP_EQ, node(array).b, index);
    if (here == truth(false))
      continue;
    writes.emplace_back(here, compared(node(array).c));
    is_decided = is_decided && writes.back().second == writes.front().second;
    if (here == truth(true))
      break;
  }
  if (!is(array, BRAID_OP_TABLE) && !is(array, BRAID_OP_WRITE))
    return 0;
  const bool base = is(array, BRAID_OP_TABLE) ? compared(store_.read(array, index)) : writes.back().second;
  if (is_decided && (writes.empty() || writes.front().second == base))
    return truth(base);
  if (writes.size() > MOST_WRITES_CHOSEN)
    return 0;
  Expr result = truth(base);
  for (auto write = writes.rbegin(); write != writes.rend(); ++write)
    result =
        write->second ? store_.either(write->first, result) : store_.both(store_.inverted(write->first), result);
  return result;
}

// zext(x) < c -> x < c at the width of x, without signs; sext(x) < c likewise, with the signs of the comparison;
// concat(d, x) < c -> x < c or a constant; concat(x, d) < c -> x < c or x < c + 1. All for c <= x too.
Expr Rules::extended_order_with(uint8_t op, Expr a, Value c, bool constant_left) {
  const auto [op_a, index_width, width, x, y, z, value] = node(a);
  const bool is_signed = is_signed_order(op);
  const bool negative = is_signed && (c & sign_bit<Value>(width)) != 0;
  const auto ordered = [&](bool with_signs, Expr e, Value bound) {
    const uint8_t chosen =
        is_strict(op) ? (with_signs ? BRAID_OP_SLT : BRAID_OP_ULT) : (with_signs ? BRAID_OP_SLE : BRAID_OP_ULE);
    const Expr constant_part = made(bound, this->width(e));
    return constant_left ? store_.compare(chosen, constant_part, e) : store_.compare(chosen, e, constant_part);
  };
  // Only x < c and c <= x come here: all values below c make the first true and the second false.
  const auto always_below = [&](bool below) { return truth(below != constant_left); };
  switch (op_a) {
  case BRAID_OP_ZEXT:
    if (negative)
      return always_below(false);
    return c > mask_of(this->width(x)) ? always_below(true) : ordered(false, x, c);
  case BRAID_OP_SEXT: {
    const unsigned from = this->width(x);
    const Value narrow = c & mask_of(from);
    if ((sign_extended(narrow, from) & mask_of(width)) == c)
      return ordered(is_signed, x, narrow);
    if (is_signed)
      return always_below(!negative);
    // c lies between the numbers that are not negative and those that are
    const Expr negative_x = store_.compare(BRAID_OP_SLT, x, made(0, from));
    return constant_left ? negative_x : store_.inverted(negative_x);
  }
  case BRAID_OP_CONCAT: {
    const unsigned low = this->width(y);
    const Value sign = is_signed ? sign_bit<Value>(width) : 0; // flipping it makes the order unsigned
    if (const std::optional<Value> d = constant(x)) {
      const Value high = *d ^ bits_from(sign, low), bound = bits_from(c ^ sign, low);
      return high != bound ? always_below(high < bound) : ordered(false, y, c & mask_of(low));
    }
    if (const std::optional<Value> d = constant(y)) {
      const bool next = *d < (c & mask_of(low)); // x == high part of c is below too
      const Value high = bits_from(c, low);
      const Value largest = mask_of(width - low) ^ bits_from(sign, low);
      if (next && high == largest)
        return always_below(true);
      return ordered(is_signed, x, next ? high + 1 : high);
    }
    return 0;
  }
  default:
    return 0;
  }
}

} // namespace braid::expr
