#include "expr/floating.h"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <iterator>

static_assert(FLT_EVAL_METHOD == 0, "float and double must be computed in their own precision");

namespace braid::expr::floating {

namespace {

template <class Number> struct Bits;
template <> struct Bits<float> {
  using Type = uint32_t;
};
template <> struct Bits<double> {
  using Type = uint64_t;
};

template <class Number> Number number_of(uint64_t bits) {
  return std::bit_cast<Number>(typename Bits<Number>::Type(bits));
}
template <class Number> uint64_t bits_of(Number number) {
  return std::bit_cast<typename Bits<Number>::Type>(number);
}

// exp10 is no function of C++.
float ten_to_the(float x) { return ::exp10f(x); }
double ten_to_the(double x) { return ::exp10(x); }

// std::lgamma has a second result in a variable that all threads share.
float logarithm_of_gamma(float x) {
  int sign = 0;
  return ::lgammaf_r(x, &sign);
}
double logarithm_of_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

// The C library's own functions: the program under test calls the same ones, on the same machine.
template <class Number> Number library(uint8_t op, Number x, Number y) {
  switch (op) {
  case BRAID_OP_FSIN:
    return std::sin(x);
  case BRAID_OP_FCOS:
    return std::cos(x);
  case BRAID_OP_FTAN:
    return std::tan(x);
  case BRAID_OP_FASIN:
    return std::asin(x);
  case BRAID_OP_FACOS:
    return std::acos(x);
  case BRAID_OP_FATAN:
    return std::atan(x);
  case BRAID_OP_FSINH:
    return std::sinh(x);
  case BRAID_OP_FCOSH:
    return std::cosh(x);
  case BRAID_OP_FTANH:
    return std::tanh(x);
  case BRAID_OP_FASINH:
    return std::asinh(x);
  case BRAID_OP_FACOSH:
    return std::acosh(x);
  case BRAID_OP_FATANH:
    return std::atanh(x);
  case BRAID_OP_FEXP:
    return std::exp(x);
  case BRAID_OP_FEXP2:
    return std::exp2(x);
  case BRAID_OP_FEXPM1:
    return std::expm1(x);
  case BRAID_OP_FLOG:
    return std::log(x);
  case BRAID_OP_FLOG2:
    return std::log2(x);
  case BRAID_OP_FLOG10:
    return std::log10(x);
  case BRAID_OP_FLOG1P:
    return std::log1p(x);
  case BRAID_OP_FCBRT:
    return std::cbrt(x);
  case BRAID_OP_FERF:
    return std::erf(x);
  case BRAID_OP_FERFC:
    return std::erfc(x);
  case BRAID_OP_FTGAMMA:
    return std::tgamma(x);
  case BRAID_OP_FLGAMMA:
    return logarithm_of_gamma(x);
  case BRAID_OP_FEXP10:
    return ten_to_the(x);
  case BRAID_OP_FPOW:
    return std::pow(x, y);
  case BRAID_OP_FATAN2:
    return std::atan2(x, y);
  case BRAID_OP_FHYPOT:
    return std::hypot(x, y);
  case BRAID_OP_FREMAINDER:
    return std::remainder(x, y);
  case BRAID_OP_FNEXTAFTER:
    return std::nextafter(x, y);
  default:
    return x;
  }
}

template <class Number> Number compute(uint8_t op, Number x, Number y, Number z) {
  switch (op) {
  case BRAID_OP_FADD:
    return x + y;
  case BRAID_OP_FSUB:
    return x - y;
  case BRAID_OP_FMUL:
    return x * y;
  case BRAID_OP_FDIV:
    return x / y;
  case BRAID_OP_FREM:
    return std::fmod(x, y);
  case BRAID_OP_FMA:
    return std::fma(x, y, z);
  case BRAID_OP_FSQRT:
    return std::sqrt(x);
  case BRAID_OP_FFLOOR:
    return std::floor(x);
  case BRAID_OP_FCEIL:
    return std::ceil(x);
  case BRAID_OP_FTRUNC:
    return std::trunc(x);
  case BRAID_OP_FROUND:
    return std::round(x);
  default:
    return std::nearbyint(x); // FROUNDEVEN: the rounding mode is to nearest, ties to even
  }
}

// Which NaN an operation gives that has no number to give.
uint64_t nan_of(unsigned width, unsigned operands, uint64_t a, uint64_t b, uint64_t c) {
  const uint64_t given[] = {a, b, c};
  for (unsigned i = 0; i < std::min<size_t>(operands, std::size(given)); i++)
    if (is_nan(given[i], width))
      return given[i] | quiet_bit(width);
  return default_nan(width);
}

template <class Number> uint64_t apply_to(uint8_t op, unsigned width, uint64_t a, uint64_t b, uint64_t c) {
  const Number x = number_of<Number>(a), y = number_of<Number>(b);
  switch (op) {
  case BRAID_OP_FEQ:
    return x == y;
  case BRAID_OP_FLT:
    return x < y;
  case BRAID_OP_FLE:
    return x <= y;
  case BRAID_OP_FUNORDERED:
    return std::isunordered(x, y);
  case BRAID_OP_FMIN:
    return std::isnan(x) || y < x ? b : a;
  case BRAID_OP_FMAX:
    return std::isnan(x) || y > x ? b : a;
  default:
    const Number result = is_library_function(op) ? library(op, x, y) : compute(op, x, y, number_of<Number>(c));
    return std::isnan(result) ? nan_of(width, OPERATIONS[op].operands, a, b, c) : bits_of(result);
  }
}

// Double from float and back. The payload of a NaN keeps its leading bits.
uint64_t extended(uint64_t number) {
  if (is_nan(number, 32))
    return (number & 0x80000000u) << 32 | 0x7ff8000000000000u | (number & 0x007fffffu) << 29;
  return bits_of(double(number_of<float>(number)));
}
uint64_t narrowed(uint64_t number) {
  if (is_nan(number, 64))
    return (number >> 32 & 0x80000000u) | 0x7fc00000u | (number >> 29 & 0x007fffffu);
  return bits_of(float(number_of<double>(number)));
}

// Whether number's integer part is within the type. The bounds are powers of two, so no rounding can blur them.
template <class Number> bool fits(Number number, unsigned width, bool is_signed) {
  const Number whole = std::trunc(number);
  const Number bound = std::ldexp(Number(1), int(is_signed ? width - 1 : width)); // 2^128 as float: infinity
  return whole < bound && (is_signed ? whole >= -bound : whole >= 0);
}

template <class Number> Value integer_of(Number number, unsigned width, bool is_signed) {
  if (!fits(number, width, is_signed))
    return is_signed ? Value(1) << (width - 1) : mask_of(width);
  return number < 0 ? -Value(-number) & mask_of(width) : Value(number);
}

} // namespace

bool is_nan(uint64_t number, unsigned width) {
  return width == 32 ? (number & 0x7fffffffu) > 0x7f800000u : (number & 0x7fffffffffffffffu) > 0x7ff0000000000000u;
}

uint64_t apply(uint8_t op, unsigned from, uint64_t a, uint64_t b, uint64_t c) {
  if (op == BRAID_OP_FEXTEND)
    return extended(a);
  if (op == BRAID_OP_FROUNDTO)
    return narrowed(a);
  return from == 32 ? apply_to<float>(op, from, a, b, c) : apply_to<double>(op, from, a, b, c);
}

bool fits_integer(uint64_t number, unsigned from, unsigned width, bool is_signed) {
  return from == 32 ? fits(number_of<float>(number), width, is_signed)
                    : fits(number_of<double>(number), width, is_signed);
}

Value to_integer(uint64_t number, unsigned from, unsigned width, bool is_signed) {
  return from == 32 ? integer_of(number_of<float>(number), width, is_signed)
                    : integer_of(number_of<double>(number), width, is_signed);
}

uint64_t from_integer(Value integer, unsigned from, unsigned width, bool is_signed) {
  if (is_signed) {
    const Value sign = Value(1) << (from - 1);
    const __int128 number = __int128((integer ^ sign) - sign);
    return width == 32 ? bits_of(float(number)) : bits_of(double(number));
  }
  return width == 32 ? bits_of(float(integer)) : bits_of(double(integer));
}

} // namespace braid::expr::floating
