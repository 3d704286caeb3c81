// What each integer operation of ops.def computes, stated once for two word sizes: uint64_t, which nearly all
// nodes fit in, and 128 bits. The evaluators, the self-check and the tests all mean this.
//
// Every operation is total, also where the program under test could not have gone on, because a solver tries
// values that no run has seen. The choices are those of SMT-LIB's bit-vectors: x / 0 is all ones (signed: -1
// for x >= 0, else 1), x % 0 is x, the most negative number divided by -1 is itself with remainder 0.
#pragma once

#include "expr/floating.h"
#include "expr/operations.h"

#include <bit>

namespace braid::expr {

template <class Word> inline constexpr unsigned WORD_BITS = sizeof(Word) * 8;

template <class Word> constexpr Word low_bits(unsigned width) {
  return width >= WORD_BITS<Word> ? ~Word(0) : (Word(1) << width) - 1;
}

template <class Word> constexpr Word sign_bit(unsigned width) {
  return Word(1) << ((width - 1) % WORD_BITS<Word>);
}

// The number's sign repeated in all bits above its width.
template <class Word> constexpr Word sign_extended(Word number, unsigned width) {
  const Word sign = sign_bit<Word>(width);
  return (number ^ sign) - sign;
}

// Whether the order of the operands does not matter. FADD and FMUL have one: it chooses the NaN of the result.
constexpr bool commutes(uint8_t op) {
  switch (op) {
  case BRAID_OP_ADD:
  case BRAID_OP_MUL:
  case BRAID_OP_AND:
  case BRAID_OP_OR:
  case BRAID_OP_XOR:
  case BRAID_OP_EQ:
  case BRAID_OP_NE:
    return true;
  default:
    return false;
  }
}

// The inverse of an odd number modulo 2^128, and so modulo every smaller power of two.
constexpr Value inverse_of_odd(Value odd) {
  Value inverse = odd; // correct in the lowest three bits; each step doubles their number
  for (unsigned bits = 3; bits < 128; bits *= 2)
    inverse *= 2 - odd * inverse;
  return inverse;
}

namespace semantics {

template <class Word> Word signed_quotient(Word a, Word b, unsigned width) {
  const bool negative_a = (a & sign_bit<Word>(width)) != 0, negative_b = (b & sign_bit<Word>(width)) != 0;
  const Word mask = low_bits<Word>(width);
  if (b == 0)
    return negative_a ? 1 : mask;
  const Word quotient = (negative_a ? -a & mask : a) / (negative_b ? -b & mask : b);
  return (negative_a != negative_b ? -quotient : quotient) & mask;
}

template <class Word> Word signed_remainder(Word a, Word b, unsigned width) {
  const bool negative_a = (a & sign_bit<Word>(width)) != 0, negative_b = (b & sign_bit<Word>(width)) != 0;
  const Word mask = low_bits<Word>(width);
  if (b == 0)
    return a;
  const Word remainder = (negative_a ? -a & mask : a) % (negative_b ? -b & mask : b);
  return (negative_a ? -remainder : remainder) & mask; // the sign of the dividend
}

template <class Word> bool signed_less(Word a, Word b, unsigned width) {
  const Word sign = sign_bit<Word>(width);
  return (a ^ sign) < (b ^ sign);
}

inline unsigned ones(uint64_t word) { return unsigned(std::popcount(word)); }
inline unsigned ones(Value word) { return ones(uint64_t(word)) + ones(uint64_t(word >> 64)); }
inline unsigned leading_zeros(uint64_t word) { return unsigned(std::countl_zero(word)); }
inline unsigned leading_zeros(Value word) {
  const uint64_t high = uint64_t(word >> 64);
  return high != 0 ? leading_zeros(high) : 64 + leading_zeros(uint64_t(word));
}
inline unsigned trailing_zeros(uint64_t word) { return unsigned(std::countr_zero(word)); }
inline unsigned trailing_zeros(Value word) {
  const uint64_t low = uint64_t(word);
  return low != 0 ? trailing_zeros(low) : 64 + trailing_zeros(uint64_t(word >> 64));
}

inline uint64_t bytes_swapped(uint64_t word) { return __builtin_bswap64(word); }
inline Value bytes_swapped(Value word) {
  return Value(bytes_swapped(uint64_t(word))) << 64 | bytes_swapped(uint64_t(word >> 64));
}

template <class Word> Word bits_reversed(Word word) {
  word = bytes_swapped(word);
  const Word nibbles = ~Word(0) / 0xff * 0x0f, pairs = ~Word(0) / 0xff * 0x33, singles = ~Word(0) / 0xff * 0x55;
  word = (word & nibbles) << 4 | (word >> 4 & nibbles);
  word = (word & pairs) << 2 | (word >> 2 & pairs);
  return (word & singles) << 1 | (word >> 1 & singles);
}

} // namespace semantics

// op applied to operands of which `from` is the width of the first. All values have zeros above their widths,
// and so has the result. For EXTRACT b is the number of the lowest bit; leaves are not for this function.
template <class Word> inline Word apply(uint8_t op, unsigned width, unsigned from, Word a, Word b, Word c) {
  using namespace semantics;
  const Word mask = low_bits<Word>(width);
  switch (op) {
  case BRAID_OP_ADD:
    return (a + b) & mask;
  case BRAID_OP_SUB:
    return (a - b) & mask;
  case BRAID_OP_MUL:
    return (a * b) & mask;
  case BRAID_OP_UDIV:
    return b == 0 ? mask : a / b;
  case BRAID_OP_SDIV:
    return signed_quotient(a, b, width);
  case BRAID_OP_UREM:
    return b == 0 ? a : a % b;
  case BRAID_OP_SREM:
    return signed_remainder(a, b, width);
  case BRAID_OP_AND:
    return a & b;
  case BRAID_OP_OR:
    return a | b;
  case BRAID_OP_XOR:
    return a ^ b;
  case BRAID_OP_SHL:
    return b >= width ? 0 : (a << unsigned(b)) & mask;
  case BRAID_OP_LSHR:
    return b >= width ? 0 : a >> unsigned(b);
  case BRAID_OP_ASHR: {
    const unsigned amount = (b >= width ? width - 1 : unsigned(b)) % WORD_BITS<Word>;
    const Word sign = sign_bit<Word>(width); // the sign arrives at sign >> amount and is spread from there
    return (((a >> amount) ^ (sign >> amount)) - (sign >> amount)) & mask;
  }
  case BRAID_OP_EQ:
    return a == b;
  case BRAID_OP_NE:
    return a != b;
  case BRAID_OP_ULT:
    return a < b;
  case BRAID_OP_ULE:
    return a <= b;
  case BRAID_OP_SLT:
    return signed_less(a, b, from);
  case BRAID_OP_SLE:
    return !signed_less(b, a, from);
  case BRAID_OP_ITE:
    return a != 0 ? b : c;
  case BRAID_OP_EXTRACT:
    return (a >> unsigned(b)) & mask;
  case BRAID_OP_CONCAT:
    return a << (width - from) | b;
  case BRAID_OP_ZEXT:
    return a;
  case BRAID_OP_SEXT:
    return sign_extended(a, from) & mask;
  case BRAID_OP_CTPOP:
    return Word(ones(a)) & mask;
  case BRAID_OP_CTLZ:
    return Word(leading_zeros(a) - (WORD_BITS<Word> - width)) & mask;
  case BRAID_OP_CTTZ:
    return Word(a == 0 ? width : trailing_zeros(a)) & mask;
  case BRAID_OP_BSWAP:
    return bytes_swapped(a) >> (WORD_BITS<Word> - width);
  case BRAID_OP_BITREVERSE:
    return bits_reversed(a) >> (WORD_BITS<Word> - width);
  case BRAID_OP_FTOSI:
    return Word(floating::to_integer(uint64_t(a), from, width, true));
  case BRAID_OP_FTOUI:
    return Word(floating::to_integer(uint64_t(a), from, width, false));
  case BRAID_OP_SITOF:
    return floating::from_integer(a, from, width, true);
  case BRAID_OP_UITOF:
    return floating::from_integer(a, from, width, false);
  default:
    return floating::apply(op, from, uint64_t(a), uint64_t(b), uint64_t(c));
  }
}

} // namespace braid::expr
