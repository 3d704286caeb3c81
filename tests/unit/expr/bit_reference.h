// Integer operations done the way one learns at school, bit by bit: slow, and sharing no idea with the code
// under test.
#pragma once

#include "expr/operations.h"

#include <vector>

namespace braid::expr::test {

using BitString = std::vector<bool>; // lowest bit first

inline BitString bits_of(Value value, unsigned width) {
  BitString bits(width);
  for (unsigned i = 0; i < width; i++)
    bits[i] = (value >> i & 1) != 0;
  return bits;
}
inline Value value_of(const BitString &bits) {
  Value value = 0;
  for (unsigned i = 0; i < bits.size(); i++)
    value |= Value(bits[i] ? 1 : 0) << i;
  return value;
}

inline BitString sum_of(const BitString &a, const BitString &b, bool carry) {
  BitString sum(a.size());
  for (unsigned i = 0; i < a.size(); i++) {
    const int ones = a[i] + b[i] + carry;
    sum[i] = ones % 2 != 0;
    carry = ones > 1;
  }
  return sum;
}
inline BitString complement_of(BitString a) {
  a.flip();
  return a;
}
inline BitString negative_of(const BitString &a) { return sum_of(complement_of(a), BitString(a.size()), true); }
inline bool less_than(const BitString &a, const BitString &b) {
  for (unsigned i = unsigned(a.size()); i-- != 0;)
    if (a[i] != b[i])
      return b[i];
  return false;
}
inline bool signed_less_than(const BitString &a, const BitString &b) {
  if (a.back() != b.back())
    return a.back();
  return less_than(a, b);
}
inline BitString moved_up(const BitString &a, bool entering) {
  BitString result(a.size());
  for (unsigned i = 1; i < a.size(); i++)
    result[i] = a[i - 1];
  result[0] = entering;
  return result;
}
inline BitString moved_down(const BitString &a, bool entering) {
  BitString result(a.size());
  for (unsigned i = 1; i < a.size(); i++)
    result[i - 1] = a[i];
  result[a.size() - 1] = entering;
  return result;
}
inline BitString product_of(const BitString &a, const BitString &b) {
  BitString product(a.size()), shifted = a;
  for (unsigned i = 0; i < a.size(); i++) {
    if (b[i])
      product = sum_of(product, shifted, false);
    shifted = moved_up(shifted, false);
  }
  return product;
}
// Long division; one bit more, so that the remainder cannot overflow.
inline void divide(const BitString &a, const BitString &b, BitString &quotient, BitString &remainder) {
  const size_t width = a.size();
  BitString divisor = b, rest(width + 1);
  divisor.push_back(false);
  quotient.assign(width, false);
  for (size_t i = width; i-- != 0;) {
    rest = moved_up(rest, a[i]);
    if (!less_than(rest, divisor)) {
      rest = sum_of(rest, complement_of(divisor), true);
      quotient[i] = true;
    }
  }
  remainder.assign(rest.begin(), rest.begin() + long(width));
}

// Operations of shape SAME, COMPARE and RESIZE.
inline Value reference(uint8_t op, unsigned width, unsigned from, Value first, Value second) {
  const BitString a = bits_of(first, from), b = bits_of(second, from), zero(from);
  const bool negative = a.back();
  BitString quotient, remainder;
  switch (op) {
  case BRAID_OP_ADD:
    return value_of(sum_of(a, b, false));
  case BRAID_OP_SUB:
    return value_of(sum_of(a, complement_of(b), true));
  case BRAID_OP_MUL:
    return value_of(product_of(a, b));
  case BRAID_OP_UDIV:
  case BRAID_OP_UREM:
    if (second == 0)
      return op == BRAID_OP_UDIV ? value_of(complement_of(zero)) : first;
    divide(a, b, quotient, remainder);
    return value_of(op == BRAID_OP_UDIV ? quotient : remainder);
  case BRAID_OP_SDIV:
  case BRAID_OP_SREM:
    if (second == 0)
      return op == BRAID_OP_SREM ? first : negative ? 1 : value_of(complement_of(zero));
    divide(negative ? negative_of(a) : a, b.back() ? negative_of(b) : b, quotient, remainder);
    if (op == BRAID_OP_SDIV)
      return value_of(negative != b.back() ? negative_of(quotient) : quotient);
    return value_of(negative ? negative_of(remainder) : remainder);
  case BRAID_OP_AND:
  case BRAID_OP_OR:
  case BRAID_OP_XOR: {
    BitString result(from);
    for (unsigned i = 0; i < from; i++)
      result[i] = op == BRAID_OP_AND ? a[i] && b[i] : op == BRAID_OP_OR ? a[i] || b[i] : a[i] != b[i];
    return value_of(result);
  }
  case BRAID_OP_SHL:
  case BRAID_OP_LSHR:
  case BRAID_OP_ASHR: {
    BitString result = a;
    for (Value i = 0; i < second && i < 200; i++)
      result = op == BRAID_OP_SHL ? moved_up(result, false) : moved_down(result, op == BRAID_OP_ASHR && negative);
    return value_of(result);
  }
  case BRAID_OP_EQ:
    return a == b;
  case BRAID_OP_NE:
    return a != b;
  case BRAID_OP_ULT:
    return less_than(a, b);
  case BRAID_OP_ULE:
    return !less_than(b, a);
  case BRAID_OP_SLT:
    return signed_less_than(a, b);
  case BRAID_OP_SLE:
    return !signed_less_than(b, a);
  case BRAID_OP_ZEXT:
  case BRAID_OP_SEXT: {
    BitString result = a;
    result.resize(width, op == BRAID_OP_SEXT && negative);
    return value_of(result);
  }
  case BRAID_OP_CTPOP: {
    Value count = 0;
    for (const bool bit : a)
      count += bit;
    return count;
  }
  case BRAID_OP_CTLZ: {
    Value count = 0;
    while (count < from && !a[from - 1 - unsigned(count)])
      count++;
    return count;
  }
  case BRAID_OP_CTTZ: {
    Value count = 0;
    while (count < from && !a[unsigned(count)])
      count++;
    return count;
  }
  case BRAID_OP_BSWAP: {
    BitString result(from);
    for (unsigned i = 0; i < from; i++)
      result[from - 8 - i / 8 * 8 + i % 8] = a[i];
    return value_of(result);
  }
  default: { // BITREVERSE
    BitString result(from);
    for (unsigned i = 0; i < from; i++)
      result[from - 1 - i] = a[i];
    return value_of(result);
  }
  }
}

} // namespace braid::expr::test
