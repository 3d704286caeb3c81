// Operations on single bits: and, or, exclusive or. Of one bit they are the operations of logic.
#include "expr/rules.h"
#include "expr/semantics.h"

#include <algorithm>

namespace braid::expr {

namespace {

// How far possible_ones looks into an expression.
constexpr unsigned DEPTH = 12;

bool is_comparison(uint8_t op) { return op >= BRAID_OP_EQ && op <= BRAID_OP_SLE; }

} // namespace

bool Rules::negates_freely(Expr e) const {
  return is_comparison(node(e).op) || (is(e, BRAID_OP_XOR) && right(e) == Value(1)) || store_.is_constant(e);
}

bool Rules::is_negation_of(Expr a, Expr b) const {
  const braid_node &left = node(a), &other = node(b);
  const Value mask = mask_of(left.width);
  if (left.op == BRAID_OP_XOR && left.a == b && right(a) == mask)
    return true;
  if (other.op == BRAID_OP_XOR && other.a == a && right(b) == mask)
    return true;
  if (left.width != 1)
    return false;
  const auto opposite = [&](uint8_t op, uint8_t inverse, bool swapped) {
    return left.op == op && other.op == inverse && left.a == (swapped ? other.b : other.a) &&
           left.b == (swapped ? other.a : other.b);
  };
  return opposite(BRAID_OP_EQ, BRAID_OP_NE, false) || opposite(BRAID_OP_NE, BRAID_OP_EQ, false) ||
         opposite(BRAID_OP_ULT, BRAID_OP_ULE, true) || opposite(BRAID_OP_ULE, BRAID_OP_ULT, true) ||
         opposite(BRAID_OP_SLT, BRAID_OP_SLE, true) || opposite(BRAID_OP_SLE, BRAID_OP_SLT, true);
}

Expr Rules::conjunction(unsigned width, Expr a, Expr b) {
  // x & x -> x;  x & ~x -> 0
  if (a == b)
    return a;
  if (is_negation_of(a, b))
    return made(0, width);
  if (const std::optional<Value> c = constant(b)) {
    // x & c -> 0 or x, where no bit or every bit that x may have is taken
    const Value ones = possible_ones(a);
    if ((ones & *c) == 0)
      return made(0, width);
    if ((ones & ~*c) == 0)
      return a;
    // (x & d) & c -> x & (d & c)
    if (is(a, BRAID_OP_AND) && right(a))
      return store_.make(BRAID_OP_AND, width, node(a).a, made(*right(a) & *c, width));
    // x & 0..01..10..0 -> zext(concat(extract(x), 0))
    const unsigned low = semantics::trailing_zeros(*c);
    const Value run = *c >> low;
    if ((run & (run + 1)) == 0) {
      const unsigned length = 128 - semantics::leading_zeros(run);
      Expr bits = store_.extract(a, low, length);
      if (low != 0)
        bits = store_.concat(bits, made(0, low));
      return store_.resize(bits, width, false);
    }
  }
  for (const auto &[x, y] : {std::pair(a, b), std::pair(b, a)}) {
    // x & (x & y) -> x & y;  x & (x | y) -> x;  x & (~x & y) -> 0
    if (is(y, BRAID_OP_AND)) {
      if (node(y).a == x || node(y).b == x)
        return y;
      if (is_negation_of(x, node(y).a) || is_negation_of(x, node(y).b))
        return made(0, width);
    }
    if (is(y, BRAID_OP_OR) && (node(y).a == x || node(y).b == x))
      return x;
  }
  return by_parts(BRAID_OP_AND, width, a, b);
}

Expr Rules::disjunction(unsigned width, Expr a, Expr b) {
  // x | x -> x;  x | ~x -> ~0
  if (a == b)
    return a;
  if (is_negation_of(a, b))
    return made(mask_of(width), width);
  if (const std::optional<Value> c = constant(b)) {
    // x | 0 -> x;  x | ~0 -> ~0
    if (*c == 0)
      return a;
    if (*c == mask_of(width))
      return b;
    // (x | d) | c -> x | (d | c)
    if (is(a, BRAID_OP_OR) && right(a))
      return store_.make(BRAID_OP_OR, width, node(a).a, made(*right(a) | *c, width));
  }
  for (const auto &[x, y] : {std::pair(a, b), std::pair(b, a)}) {
    // x | (x | y) -> x | y;  x | (x & y) -> x;  x | (~x | y) -> ~0
    if (is(y, BRAID_OP_OR)) {
      if (node(y).a == x || node(y).b == x)
        return y;
      if (is_negation_of(x, node(y).a) || is_negation_of(x, node(y).b))
        return made(mask_of(width), width);
    }
    if (is(y, BRAID_OP_AND) && (node(y).a == x || node(y).b == x))
      return x;
  }
  if (const Expr whole = joined(width, a, b))
    return whole;
  return by_parts(BRAID_OP_OR, width, a, b);
}

Expr Rules::exclusion(unsigned width, Expr a, Expr b) {
  // x ^ x -> 0
  if (a == b)
    return made(0, width);
  if (const std::optional<Value> c = constant(b)) {
    // x ^ 0 -> x
    if (*c == 0)
      return a;
    // (x ^ d) ^ c -> x ^ (d ^ c)
    if (is(a, BRAID_OP_XOR) && right(a))
      return store_.make(BRAID_OP_XOR, width, node(a).a, made(*right(a) ^ *c, width));
    if (width == 1)
      return negation(a);
    // ~(c - x) -> x + ~c;  ~(x + c) -> ~c - x
    if (*c == mask_of(width)) {
      if (is(a, BRAID_OP_SUB) && constant(node(a).a))
        return store_.make(BRAID_OP_ADD, width, node(a).b, made(~*constant(node(a).a), width));
      if (is(a, BRAID_OP_ADD) && right(a))
        return store_.make(BRAID_OP_SUB, width, made(~*right(a), width), node(a).a);
    }
  } else {
    for (const auto &[x, y] : {std::pair(a, b), std::pair(b, a)}) {
      // x ^ (x ^ y) -> y
      if (is(y, BRAID_OP_XOR)) {
        if (node(y).a == x)
          return node(y).b;
        if (node(y).b == x)
          return node(y).a;
        // x ^ (y ^ c) -> (x ^ y) ^ c
        if (right(y)) {
          const Expr constant_part = node(y).b;
          return store_.make(BRAID_OP_XOR, width, store_.make(BRAID_OP_XOR, width, x, node(y).a), constant_part);
        }
      }
    }
  }
  if (const Expr whole = joined(width, a, b))
    return whole;
  return by_parts(BRAID_OP_XOR, width, a, b);
}

Expr Rules::negation(Expr a) {
  const auto [op, index_width, width, x, y, c, value] = node(a);
  switch (op) {
  // not (x == y) -> x != y, and so for all comparisons
  case BRAID_OP_EQ:
    return store_.compare(BRAID_OP_NE, x, y);
  case BRAID_OP_NE:
    return store_.compare(BRAID_OP_EQ, x, y);
  case BRAID_OP_ULT:
    return store_.compare(BRAID_OP_ULE, y, x);
  case BRAID_OP_ULE:
    return store_.compare(BRAID_OP_ULT, y, x);
  case BRAID_OP_SLT:
    return store_.compare(BRAID_OP_SLE, y, x);
  case BRAID_OP_SLE:
    return store_.compare(BRAID_OP_SLT, y, x);
  // not (p & q) -> not p | not q;  not (p | q) -> not p & not q, where this costs nothing
  case BRAID_OP_AND:
  case BRAID_OP_OR:
    if (negates_freely(x) && negates_freely(y)) {
      const Expr not_x = store_.inverted(x), not_y = store_.inverted(y);
      return op == BRAID_OP_AND ? store_.either(not_x, not_y) : store_.both(not_x, not_y);
    }
    return 0;
  // not ite(p, q, r) -> ite(p, not q, not r)
  case BRAID_OP_ITE:
    if (negates_freely(y) && negates_freely(c)) {
      const Expr not_y = store_.inverted(y), not_c = store_.inverted(c);
      return store_.choice(x, not_y, not_c);
    }
    return 0;
  default:
    return 0;
  }
}

// op(concat(x, y), c) -> concat(op(x, c), op(y, c)), and for zext as for concat(0, x).
// op(concat(x, y), concat(z, u)) of parts of equal width -> concat(op(x, z), op(y, u))
Expr Rules::by_parts(uint8_t op, unsigned width, Expr a, Expr b) {
  const auto is_composed = [&](Expr e) { return is(e, BRAID_OP_CONCAT) || is(e, BRAID_OP_ZEXT); };
  const auto low_width = [&](Expr e) { return this->width(is(e, BRAID_OP_ZEXT) ? node(e).a : node(e).b); };
  if (!is_composed(a) || (!constant(b) && (!is_composed(b) || low_width(a) != low_width(b))))
    return 0;
  const unsigned low = low_width(a);
  const Expr high_part =
      store_.make(op, width - low, store_.extract(a, low, width - low), store_.extract(b, low, width - low));
  const Expr low_part = store_.make(op, low, store_.extract(a, 0, low), store_.extract(b, 0, low));
  return store_.concat(high_part, low_part);
}

Value Rules::possible_ones(Expr e, unsigned depth) const {
  const braid_node &n = node(e);
  const Value mask = mask_of(n.width);
  if (depth > DEPTH)
    return mask;
  switch (n.op) {
  case BRAID_OP_CONST:
    return constant_of(n);
  case BRAID_OP_ZEXT:
    return possible_ones(n.a, depth + 1);
  case BRAID_OP_CONCAT:
    return possible_ones(n.a, depth + 4) << width(n.b) | possible_ones(n.b, depth + 1);
  case BRAID_OP_MUL:
    if (const std::optional<Value> c = constant(n.b)) {
      const Value lowest = *c & -*c; // all multiples have zeros below the lowest bit of c
      return lowest == *c ? (possible_ones(n.a, depth + 1) * *c) & mask : mask & ~(lowest - 1);
    }
    return mask;
  case BRAID_OP_AND:
    if (const std::optional<Value> c = constant(n.b))
      return possible_ones(n.a, depth + 1) & *c;
    return mask;
  case BRAID_OP_ITE:
    if (n.index_width == 0 && store_.is_constant(n.b) && store_.is_constant(n.c))
      return constant_of(node(n.b)) | constant_of(node(n.c));
    return mask;
  case BRAID_OP_UREM:
    if (const std::optional<Value> c = constant(n.b); c && *c != 0)
      return low_bits<Value>(128 - semantics::leading_zeros(*c));
    return mask;
  default:
    return mask;
  }
}

// x | y, x + y, x ^ y where no bit can be set in both -> the concatenation of the parts that are not zero
Expr Rules::joined(unsigned width, Expr a, Expr b) {
  // Only what has zeros somewhere is worth a look.
  const auto has_zeros = [&](Expr e) {
    if (is(e, BRAID_OP_MUL))
      return right(e) && (*right(e) & (*right(e) - 1)) == 0;
    return is(e, BRAID_OP_ZEXT) || is(e, BRAID_OP_CONCAT) || is(e, BRAID_OP_CONST);
  };
  if (!has_zeros(a) || !has_zeros(b) || !disjoint(a, b))
    return 0;
  // Where one of them ends and zeros begin, from the lowest bit on.
  std::vector<unsigned> cuts;
  const Value ones[2] = {possible_ones(a), possible_ones(b)};
  for (unsigned bit = 1; bit < width; bit++)
    if (((ones[0] >> bit ^ ones[0] >> (bit - 1)) & 1) != 0 || ((ones[1] >> bit ^ ones[1] >> (bit - 1)) & 1) != 0)
      cuts.push_back(bit);
  if (cuts.size() > 2 * 16)
    return 0;
  cuts.push_back(width);
  Expr whole = 0;
  unsigned from = 0;
  for (const unsigned to : cuts) {
    const bool in_a = (ones[0] >> from & 1) != 0, in_b = (ones[1] >> from & 1) != 0;
    const Expr part = in_a   ? store_.extract(a, from, to - from)
                      : in_b ? store_.extract(b, from, to - from)
                             : made(0, to - from);
    whole = whole == 0 ? part : store_.concat(part, whole);
    from = to;
  }
  return whole;
}

} // namespace braid::expr
