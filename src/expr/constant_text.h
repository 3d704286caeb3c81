// Constants as a C programmer would write them in the place where they stand: 'a' beside an input byte, 0xff
// in a mask, -1 where negative numbers are natural, "PK" where several bytes are compared at once, 0.5f.
#pragma once

#include "expr/operations.h"

#include <string>

namespace braid::expr {

enum class ConstantStyle : uint8_t {
  NUMBER,  // decimal, large ones hexadecimal
  PATTERN, // the same, but large negative ones are taken for a pattern of bits: 0xdeadbeef
  BITS,    // hexadecimal from 10 on
  LETTER,  // a character if it is a printable one, else as NUMBER
};

// Constants below this are decimal.
inline constexpr Value LARGE_CONSTANT = 1'000'000;

// Read as signed, a constant with its highest bit set is negative.
std::string constant_text(Value constant, unsigned width, bool is_signed, ConstantStyle style);

// A number of 32 or 64 bits.
std::string number_text(uint64_t bits, unsigned width);

// The bytes in memory order as a string literal; empty if not all of them are printable.
std::string string_text(Value constant, unsigned bytes, bool reversed);

// The low 128 bits in hexadecimal, with 0x.
std::string hexadecimal(Value value);

} // namespace braid::expr
