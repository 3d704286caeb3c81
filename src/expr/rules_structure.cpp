// Choices, parts of values and values made of parts, and arrays.
#include "expr/rules.h"
#include "expr/semantics.h"

namespace braid::expr {

Expr Rules::choice(unsigned width, Expr p, Expr x, Expr y) {
  // ite(1, x, y) -> x;  ite(0, x, y) -> y;  ite(p, x, x) -> x
  if (const std::optional<Value> c = constant(p))
    return *c != 0 ? x : y;
  if (x == y)
    return x;
  // ite(not p, x, y) -> ite(p, y, x); != and <= are the negations that comparisons know
  if (is(p, BRAID_OP_XOR) ? right(p) == Value(1)
                          : is(p, BRAID_OP_NE) || is(p, BRAID_OP_ULE) || is(p, BRAID_OP_SLE))
    return store_.choice(store_.inverted(p), y, x);
  if (store_.is_array(x))
    return 0;
  if (width == 1)
    return choice_of_bits(p, x, y);
  // ite(p, 1, 0) -> zext(p);  ite(p, 0, 1) -> zext(not p)
  if (constant(x) == Value(1) && constant(y) == Value(0))
    return store_.resize(p, width, false);
  if (constant(x) == Value(0) && constant(y) == Value(1))
    return store_.resize(store_.inverted(p), width, false);
  // ite(p, ite(p, x, z), y) -> ite(p, x, y);  ite(p, x, ite(p, z, y)) -> ite(p, x, y)
  if (is(x, BRAID_OP_ITE) && node(x).a == p)
    return store_.choice(p, node(x).b, y);
  if (is(y, BRAID_OP_ITE) && node(y).a == p)
    return store_.choice(p, x, node(y).c);
  // ite(p, ite(q, x, y), y) -> ite(p & q, x, y);  ite(p, x, ite(q, x, y)) -> ite(p | q, x, y)
  if (is(x, BRAID_OP_ITE) && node(x).c == y)
    return store_.choice(store_.both(p, node(x).a), node(x).b, y);
  if (is(y, BRAID_OP_ITE) && node(y).b == x)
    return store_.choice(store_.either(p, node(y).a), x, node(y).c);
  // ite(p, zext(x), zext(y)) -> zext(ite(p, x, y)), and for sext
  if (node(x).op == node(y).op && (is(x, BRAID_OP_ZEXT) || is(x, BRAID_OP_SEXT)) &&
      this->width(node(x).a) == this->width(node(y).a))
    return store_.resize(store_.choice(p, node(x).a, node(y).a), width, is(x, BRAID_OP_SEXT));
  return 0;
}

// W = 1: a choice is and, or, not
Expr Rules::choice_of_bits(Expr p, Expr x, Expr y) {
  if (const std::optional<Value> c = constant(x))
    // ite(p, 1, y) -> p | y;  ite(p, 0, y) -> not p & y
    return *c != 0 ? store_.either(p, y) : store_.both(store_.inverted(p), y);
  if (const std::optional<Value> c = constant(y))
    // ite(p, x, 1) -> not p | x;  ite(p, x, 0) -> p & x
    return *c != 0 ? store_.either(store_.inverted(p), x) : store_.both(p, x);
  // ite(p, p, y) -> p | y;  ite(p, x, p) -> p & x
  if (p == x)
    return store_.either(p, y);
  if (p == y)
    return store_.both(p, x);
  return 0;
}

bool Rules::narrows(Expr e, unsigned width, unsigned depth) const {
  const braid_node &n = node(e);
  switch (n.op) {
  case BRAID_OP_CONST:
    return true;
  case BRAID_OP_ZEXT:
  case BRAID_OP_SEXT:
    return this->width(n.a) <= width;
  case BRAID_OP_CONCAT:
    return this->width(n.b) >= width;
  case BRAID_OP_ADD:
  case BRAID_OP_SUB:
  case BRAID_OP_MUL:
  case BRAID_OP_AND:
  case BRAID_OP_OR:
  case BRAID_OP_XOR:
    return depth < 4 && narrows(n.a, width, depth + 1) && narrows(n.b, width, depth + 1);
  default:
    return false;
  }
}

Expr Rules::extraction(unsigned width, Expr a, unsigned low) {
  const auto [op, index_width, from, x, y, z, value] = node(a);
  // extract(x, 0) of all bits -> x
  if (width == from)
    return a;
  const unsigned end = low + width;
  switch (op) {
  case BRAID_OP_EXTRACT:
    // extract(extract(x, l), k) -> extract(x, l + k)
    return store_.extract(x, low + y, width);
  case BRAID_OP_CONCAT: {
    // extract(concat(x, y)) -> of x, of y, or of both
    const unsigned border = this->width(y);
    if (low >= border)
      return store_.extract(x, low - border, width);
    if (end <= border)
      return store_.extract(y, low, width);
    const Expr high_part = store_.extract(x, 0, end - border), low_part = store_.extract(y, low, border - low);
    return store_.concat(high_part, low_part);
  }
  case BRAID_OP_ZEXT:
  case BRAID_OP_SEXT: {
    // extract(zext(x)) -> of x, 0, or zext of the bits of x; extract(sext(x)) likewise
    const unsigned border = this->width(x);
    if (end <= border)
      return store_.extract(x, low, width);
    if (low < border)
      return store_.resize(store_.extract(x, low, border - low), width, op == BRAID_OP_SEXT);
    return op == BRAID_OP_ZEXT ? made(0, width) : store_.resize(store_.extract(x, border - 1, 1), width, true);
  }
  case BRAID_OP_MUL:
    // extract(x * 2^k, l) -> extract(x, l - k) for l >= k
    if (const std::optional<Value> c = right(a); c && (*c & (*c - 1)) == 0) {
      const unsigned k = semantics::trailing_zeros(*c);
      if (low >= k)
        return store_.extract(x, low - k, width);
    }
    [[fallthrough]];
  case BRAID_OP_ADD:
  case BRAID_OP_SUB:
    // extract(x + y, 0) -> extract(x, 0) + extract(y, 0) where these are simpler; and for - and *
    if (low != 0 || !narrows(a, width))
      return 0;
    break;
  case BRAID_OP_AND:
  case BRAID_OP_OR:
  case BRAID_OP_XOR:
    // extract(x & c) -> extract(x) & extract(c), and for | and ^
    if (!constant(y) && !narrows(a, end))
      return 0;
    break;
  case BRAID_OP_ITE:
    // extract(ite(p, c, d)) -> ite(p, extract(c), extract(d))
    if (!constant(y) || !constant(z))
      return 0;
    return store_.choice(x, made(*constant(y) >> low, width), made(*constant(z) >> low, width));
  default:
    return 0;
  }
  const Expr first = store_.extract(x, low, width), second = store_.extract(y, low, width);
  return store_.make(op, width, first, second);
}

Expr Rules::concatenation(unsigned width, Expr a, Expr b) {
  // concat(0, x) -> zext(x)
  if (constant(a) == Value(0))
    return store_.resize(b, width, false);
  // concat(concat(x, y), z) -> concat(x, concat(y, z))
  if (is(a, BRAID_OP_CONCAT)) {
    const Expr first = node(a).a;
    return store_.concat(first, store_.concat(node(a).b, b));
  }
  // concat(zext(x), y) -> zext(concat(x, y))
  if (is(a, BRAID_OP_ZEXT))
    return store_.resize(store_.concat(node(a).a, b), width, false);
  // concat(extract(x, l + n), extract(x, l) of n bits) -> extract(x, l)
  const auto adjacent = [&](Expr high, Expr low) {
    return is(high, BRAID_OP_EXTRACT) && is(low, BRAID_OP_EXTRACT) && node(high).a == node(low).a &&
           node(high).b == node(low).b + this->width(low);
  };
  if (adjacent(a, b))
    return store_.extract(node(b).a, node(b).b, width);
  if (is(b, BRAID_OP_CONCAT)) {
    const Expr next = node(b).a, rest = node(b).b;
    // concat(extract(x, l + n), concat(extract(x, l), y)) -> concat(extract(x, l), y)
    if (adjacent(a, next))
      return store_.concat(store_.extract(node(next).a, node(next).b, this->width(a) + this->width(next)), rest);
    // concat(c, concat(d, x)) -> concat(cd, x)
    if (constant(a) && constant(next))
      return store_.concat(store_.concat(a, next), rest);
  }
  return 0;
}

Expr Rules::extension(uint8_t op, unsigned width, Expr a) {
  const auto [op_a, index_width, from, x, y, z, value] = node(a);
  // zext(zext(x)) -> zext(x);  sext(zext(x)) -> zext(x);  sext(sext(x)) -> sext(x)
  if (op_a == BRAID_OP_ZEXT || (op_a == BRAID_OP_SEXT && op == BRAID_OP_SEXT))
    return store_.make(op_a, width, x);
  // zext(ite(p, c, d)) -> ite(p, zext(c), zext(d)), and for sext
  if (op_a == BRAID_OP_ITE && constant(y) && constant(z)) {
    const Expr yes = store_.make(op, width, y), no = store_.make(op, width, z);
    return store_.choice(x, yes, no);
  }
  // sext(x) of a number that is never negative -> zext(x)
  if (op == BRAID_OP_SEXT && (possible_ones(a) & sign_bit<Value>(from)) == 0)
    return store_.resize(a, width, false);
  return 0;
}

// bswap(x) -> the concatenation of its bytes, last first
Expr Rules::bytes_swapped(unsigned width, Expr a) {
  Expr whole = store_.extract(a, width - 8, 8);
  for (unsigned low = width - 8; low != 0; low -= 8)
    whole = store_.concat(store_.extract(a, low - 8, 8), whole);
  return whole;
}

Expr Rules::reading(Expr array, Expr index) {
  for (;;) {
    const auto [op, index_width, width, next, at, stored, value] = node(array);
    if (op == BRAID_OP_WRITE) {
      // read(write(a, i, x), j) -> x if i is j;  read(a, j) if it cannot be
      const std::optional<Value> same = constant(store_.compare(BRAID_OP_EQ, at, index));
      if (!same)
        break;
      if (*same != 0)
        return stored;
      array = next;
      continue;
    }
    if (op != BRAID_OP_TABLE)
      break;
    // read(table, c) -> its element;  read of a table of equal elements -> the element
    const Table &table = store_.table_of(array);
    if (const std::optional<Value> c = constant(index))
      return made(table.at(*c), width);
    if (table.elements.empty())
      return made(table.fallback, width);
    break;
  }
  // read(a, i), past the writes that do not matter
  return store_.plain(BRAID_OP_READ, width(array), array, index);
}

Expr Rules::writing(unsigned width, Expr array, Expr index, Expr value) {
  // write(write(a, i, x), i, y) -> write(a, i, y)
  if (is(array, BRAID_OP_WRITE) && node(array).b == index)
    return store_.make(BRAID_OP_WRITE, width, node(array).a, index, value);
  // write(a, i, read(a, i)) -> a
  if (is(value, BRAID_OP_READ) && node(value).a == array && node(value).b == index)
    return array;
  return 0;
}

} // namespace braid::expr
