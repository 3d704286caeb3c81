// What each floating-point operation of ops.def computes: the host's IEEE arithmetic on numbers of 32 and 64
// bits, rounding to nearest with ties to even, on their bits.
//
// The file is compiled without contraction of a * b + c into one operation, and x86-64 computes float and
// double in their own precision, so each operation rounds exactly once. Where IEEE or LLVM leave a choice, the
// choice is what compiled x86-64 code does, so that a trace's recorded values are met:
//   - a result that is not a number is the first operand that is not a number, made quiet; if there is none,
//     it is the negative quiet NaN with empty payload ("default NaN" of SSE);
//   - FMIN(a, b) is llvm.minnum as lowered to minsd: b if a is a NaN, b if b < a, else a. So one NaN
//     gives the other operand, and of two zeros the first is taken. FMAX(a, b) likewise with b > a;
//   - functions of the C library (shape FCALL) are whatever that of this machine gives;
//   - FTOSI and FTOUI outside the range of the result, which C leaves undefined, give what the conversion
//     instructions of x86 give: the sign bit alone for signed results, all ones for unsigned ones.
#pragma once

#include "expr/operations.h"

namespace braid::expr::floating {

// Operations of shape FSAME, FCALL and FCOMPARE, FEXTEND and FROUNDTO, on operands of `from` bits.
uint64_t apply(uint8_t op, unsigned from, uint64_t a, uint64_t b, uint64_t c);

// FTOSI and FTOUI: from a number of `from` bits to an integer of `width`.
Value to_integer(uint64_t number, unsigned from, unsigned width, bool is_signed);
// Whether the conversion is defined in C: the number, truncated, is in the integer's range.
bool fits_integer(uint64_t number, unsigned from, unsigned width, bool is_signed);

// SITOF and UITOF: from an integer of `from` bits to a number of `width`.
uint64_t from_integer(Value integer, unsigned from, unsigned width, bool is_signed);

bool is_nan(uint64_t number, unsigned width);

// The NaN of an invalid operation on numbers that are none.
constexpr uint64_t default_nan(unsigned width) { return width == 32 ? 0xffc00000u : 0xfff8000000000000u; }
constexpr uint64_t quiet_bit(unsigned width) { return width == 32 ? 0x00400000u : 0x0008000000000000u; }

} // namespace braid::expr::floating
