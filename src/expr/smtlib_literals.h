// Values in SMT-LIB.
#pragma once

#include "expr/operations.h"

#include <string>

namespace braid::expr {

// #b101
std::string smtlib_binary(Value value, unsigned width);
// #x2a if the width is a multiple of four, else as above.
std::string smtlib_literal(Value value, unsigned width);
// An IEEE number of 32 or 64 bits: (fp #b0 #b01111111 #b0...).
std::string smtlib_number(uint64_t bits, unsigned width);

// A symbol's name, in bars if it needs them.
std::string smtlib_symbol(const std::string &name);

// The name of a function of the C library, for numbers of a width: libm.sin.64.
std::string smtlib_function(uint8_t op, unsigned width);

struct NumberSort {
  unsigned exponent, significand; // the significand counts its hidden bit
};
constexpr NumberSort number_sort(unsigned width) { return width == 32 ? NumberSort{8, 24} : NumberSort{11, 53}; }

} // namespace braid::expr
