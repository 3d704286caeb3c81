// The part of Functions for the theory FloatingPoint, for Float32 and Float64.
//
// Expressions round to the nearest, ties to even; a function that asks for another rounding is supported where
// it makes no difference or where an operation exists for it. NaN has one form in SMT-LIB and many bit patterns
// here; no function of the theory can tell them apart.
#include "expr/floating.h"
#include "expr/semantics.h"
#include "expr/smtlib_functions.h"
#include "expr/smtlib_literals.h"

#include <bit>
#include <charconv>
#include <fmt/format.h>
#include <limits>

namespace braid::expr::smtlib {

namespace {

constexpr const char *ROUNDING_NAMES[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};

Rounding rounding(const Functions::Operands &operands, std::string_view function) {
  if (operands[0].sort.meaning != Meaning::ROUNDING)
    throw Complaint{fmt::format("{}: operand 1 is {}, expected a rounding mode such as RNE", function,
                                operands[0].sort.text())};
  return Rounding(operands[0].e);
}

void expect_nearest(Rounding mode, std::string_view function) {
  if (mode != Rounding::RNE)
    throw Complaint{fmt::format("not supported: {} with {}; RNE is", function, ROUNDING_NAMES[size_t(mode)]),
                    true};
}

// The width that all operands share.
unsigned number_width(const Functions::Operands &operands, std::string_view function, size_t first) {
  for (size_t i = first; i < operands.size(); i++)
    if (operands[i].sort.meaning != Meaning::NUMBER || operands[i].sort != operands[first].sort)
      throw Complaint{fmt::format("{}: operand {} is {}, expected {}", function, i + 1, operands[i].sort.text(),
                                  i == first ? "a floating-point number" : operands[first].sort.text())};
  return operands[first].sort.width;
}

unsigned format_width(uint64_t exponent, uint64_t significand) {
  if (exponent == 8 && significand == 24)
    return 32;
  if (exponent == 11 && significand == 53)
    return 64;
  throw Complaint{fmt::format("not supported: numbers of format {} {}; 8 24 and 11 53 are", exponent, significand),
                  true};
}

uint64_t infinity(unsigned width) { return width == 32 ? 0x7f800000u : 0x7ff0000000000000u; }

TypedTerm truth(Expr e) { return {e, ValueSort::boolean()}; }
TypedTerm number(Expr e, unsigned width) { return {e, ValueSort::number(width)}; }

// Correctly rounded. A decimal has no exponent, so what is out of range is huge or nearly zero.
template <class Number> Number parsed(const std::string &digits) {
  Number result = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), result);
  if (failed != std::errc::result_out_of_range)
    return result;
  const size_t leading = digits.find_first_not_of('0');
  return leading < std::min(digits.find('.'), digits.size()) ? std::numeric_limits<Number>::infinity() : 0;
}

// Whether the decimal is a whole number that the format has exactly.
template <class Number> bool is_exact_integer(const std::string &digits) {
  constexpr uint64_t LIMIT = uint64_t(1) << std::numeric_limits<Number>::digits;
  uint64_t integer = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), integer);
  const std::string_view rest(end, size_t(digits.data() + digits.size() - end));
  return failed == std::errc() && integer <= LIMIT && rest.find_first_not_of(".0") == std::string_view::npos;
}

template <class Number> Number quotient(const std::string &numerator, const std::string &denominator) {
  if (denominator.empty())
    return parsed<Number>(numerator);
  if (!is_exact_integer<Number>(numerator) || !is_exact_integer<Number>(denominator))
    throw Complaint{"not supported: a quotient of decimals that are no small whole numbers", true};
  const Number divisor = parsed<Number>(denominator);
  if (divisor == 0)
    throw Complaint{"a real divided by zero"};
  return parsed<Number>(numerator) / divisor; // both exact, so this rounds once
}

} // namespace

TypedTerm Functions::decimal(std::string_view digits) {
  decimals_.push_back({false, std::string(digits), {}});
  return {Expr(decimals_.size() - 1), {Meaning::REAL}};
}

TypedTerm Functions::decimal_operation(const Entry &entry, Indices, Operands operands) {
  for (const TypedTerm &operand : operands)
    if (operand.sort.meaning != Meaning::REAL)
      throw Complaint{fmt::format("{}: an operand is {}, expected a decimal", entry.name, operand.sort.text())};
  Decimal result = decimals_[operands[0].e];
  if (operands.size() == 1) {
    result.negative = !result.negative;
  } else {
    const Decimal &divisor = decimals_[operands[1].e];
    if (!result.denominator.empty() || !divisor.denominator.empty())
      throw Complaint{"not supported: a quotient of quotients", true};
    result.negative = result.negative != divisor.negative;
    result.denominator = divisor.numerator;
  }
  decimals_.push_back(std::move(result));
  return {Expr(decimals_.size() - 1), {Meaning::REAL}};
}

uint64_t Functions::number_of_decimal(uint32_t decimal, unsigned width) const {
  const auto &[negative, numerator, denominator] = decimals_[decimal];
  // The real 0 has no sign, but what is rounded to 0 has.
  const bool is_zero = numerator.find_first_not_of(".0") == std::string::npos;
  const uint64_t sign = negative && !is_zero ? sign_bit<uint64_t>(width) : 0;
  if (width == 32)
    return std::bit_cast<uint32_t>(quotient<float>(numerator, denominator)) | sign;
  return std::bit_cast<uint64_t>(quotient<double>(numerator, denominator)) | sign;
}

TypedTerm Functions::number_from_parts(const Entry &entry, Indices, Operands operands) {
  for (size_t i = 0; i < 3; i++)
    if (operands[i].sort.meaning != Meaning::BITS || (i == 0 && operands[i].sort.width != 1))
      throw Complaint{fmt::format("{}: operand {} is {}, expected {}", entry.name, i + 1, operands[i].sort.text(),
                                  i == 0 ? "(_ BitVec 1)" : "a bit-vector")};
  const unsigned width = format_width(operands[1].sort.width, uint64_t(operands[2].sort.width) + 1);
  return number(store_.concat(operands[0].e, store_.concat(operands[1].e, operands[2].e)), width);
}

TypedTerm Functions::number_arithmetic(const Entry &entry, Indices, Operands operands) {
  expect_nearest(rounding(operands, entry.name), entry.name);
  const unsigned width = number_width(operands, entry.name, 1);
  const auto operand = [&](size_t i) { return i < operands.size() ? operands[i].e : 0; };
  return number(store_.make(entry.op, width, operand(1), operand(2), operand(3)), width);
}

TypedTerm Functions::library_function(const Entry &entry, Indices, Operands operands) {
  const unsigned width = number_width(operands, entry.name, 0);
  if (entry.name != smtlib_function(entry.op, width))
    throw Complaint{fmt::format("{}: the operands have {} bits", entry.name, width)};
  return number(store_.make(entry.op, width, operands[0].e, operands.size() > 1 ? operands[1].e : 0), width);
}

// x - y * n for the whole number n nearest to x / y, ties to even, from FREM, which truncates x / y. The remainder
// of |x| by 2|y| shows whether n is odd when it is truncated. All differences below are exact.
TypedTerm Functions::number_remainder(const Entry &entry, Indices, Operands operands) {
  const unsigned width = number_width(operands, entry.name, 0);
  const Expr sign = store_.constant(sign_bit<Value>(width), width);
  const auto size = [&](Expr a) {
    return store_.binary(BRAID_OP_AND, a, store_.constant(mask_of(width - 1), width));
  };
  const auto twice = [&](Expr a) { return store_.binary(BRAID_OP_FADD, a, a); };
  const auto minus = [&](Expr a, Expr b) { return store_.binary(BRAID_OP_FSUB, a, b); };
  const auto at_least = [&](Expr a, Expr b) { return store_.compare(BRAID_OP_FLE, b, a); };
  const Expr x = operands[0].e, y = size(operands[1].e);
  const Expr by_two = store_.binary(BRAID_OP_FREM, size(x), twice(y));
  const Expr odd = at_least(by_two, y);
  const Expr rest = store_.choice(odd, minus(by_two, y), by_two);
  const Expr up = store_.either(store_.compare(BRAID_OP_FLT, y, twice(rest)),
                                store_.both(odd, store_.compare(BRAID_OP_FEQ, y, twice(rest))));
  const Expr result = store_.choice(up, minus(rest, y), rest);
  const Expr negative = store_.extract(x, width - 1, 1);
  return number(store_.choice(negative, store_.binary(BRAID_OP_XOR, result, sign), result), width);
}

TypedTerm Functions::number_sign(const Entry &entry, Indices, Operands operands) {
  const unsigned width = number_width(operands, entry.name, 0);
  const Value pattern = entry.op == BRAID_OP_AND ? mask_of(width - 1) : sign_bit<Value>(width);
  return number(store_.binary(entry.op, operands[0].e, store_.constant(pattern, width)), width);
}

Expr Functions::rounded(Expr a, Rounding mode) {
  static constexpr uint8_t OPERATIONS_BY_MODE[] = {BRAID_OP_FROUNDEVEN, BRAID_OP_FROUND, BRAID_OP_FCEIL,
                                                   BRAID_OP_FFLOOR, BRAID_OP_FTRUNC};
  return store_.make(OPERATIONS_BY_MODE[size_t(mode)], store_.width(a), a);
}

TypedTerm Functions::number_integral(const Entry &entry, Indices, Operands operands) {
  const Rounding mode = rounding(operands, entry.name);
  const unsigned width = number_width(operands, entry.name, 1);
  return number(rounded(operands[1].e, mode), width);
}

Expr Functions::unspecified(const std::string &function, const TypedTerm &operand, unsigned width) {
  std::vector<Application> &known = applications_[function];
  for (const Application &application : known)
    if (application.operand.e == operand.e)
      return application.result;
  const Expr result = fresh_symbol(fmt::format("{} of {}", function, known.size()), width);
  for (const Application &application : known) {
    const Expr condition = store_.either(store_.inverted(equal(application.operand, operand)),
                                         store_.compare(BRAID_OP_EQ, application.result, result));
    if (!store_.is_constant(condition, 1))
      conditions_.push_back(condition);
  }
  known.push_back({operand, result});
  return result;
}

// Of +0 and -0 either may be the result, by the order of the operands.
TypedTerm Functions::number_extreme(const Entry &entry, Indices, Operands operands) {
  const unsigned width = number_width(operands, entry.name, 0);
  const Expr a = operands[0].e, b = operands[1].e;
  const Expr zero = store_.constant(0, width);
  const Expr open =
      store_.both(store_.compare(BRAID_OP_NE, a, b),
                  store_.both(store_.compare(BRAID_OP_FEQ, a, zero), store_.compare(BRAID_OP_FEQ, b, zero)));
  const Expr chosen = store_.make(entry.op, width, a, b);
  if (store_.is_constant(open, 0))
    return number(chosen, width);
  const Expr positive_first = store_.inverted(store_.extract(a, width - 1, 1));
  const Expr sign = unspecified(fmt::format("{} {} of zeros", entry.name, width), truth(positive_first), 1);
  const Expr any_zero = store_.concat(sign, store_.constant(0, width - 1));
  return number(store_.choice(open, any_zero, chosen), width);
}

TypedTerm Functions::number_order(const Entry &entry, Indices, Operands operands) {
  number_width(operands, entry.name, 0);
  Expr result = store_.truth(true);
  for (size_t i = 1; i < operands.size(); i++) {
    const Expr a = operands[i - 1].e, b = operands[i].e;
    result = store_.both(result, entry.swapped ? store_.compare(entry.op, b, a) : store_.compare(entry.op, a, b));
  }
  return truth(result);
}

TypedTerm Functions::number_class(const Entry &entry, Indices, Operands operands) {
  const unsigned width = number_width(operands, entry.name, 0);
  const auto [exponent_width, significand_width] = number_sort(width);
  const Expr a = operands[0].e;
  const Expr size = store_.extract(a, 0, width - 1);
  const Expr exponent = store_.extract(a, significand_width - 1, exponent_width);
  const auto is = [&](Expr part, Value value) {
    return store_.compare(BRAID_OP_EQ, part, store_.constant(value, store_.width(part)));
  };
  const auto is_not = [&](Expr part, Value value) { return store_.inverted(is(part, value)); };
  const std::string_view kind = entry.name;
  if (kind == "fp.isNaN")
    return truth(is_nan(a));
  if (kind == "fp.isInfinite")
    return truth(is(size, infinity(width)));
  if (kind == "fp.isZero")
    return truth(is(size, 0));
  if (kind == "fp.isSubnormal")
    return truth(store_.both(is(exponent, 0), is_not(size, 0)));
  if (kind == "fp.isNormal")
    return truth(store_.both(is_not(exponent, 0), is_not(exponent, mask_of(exponent_width))));
  const Expr sign = is(store_.extract(a, width - 1, 1), kind == "fp.isNegative" ? 1 : 0);
  return truth(store_.both(sign, store_.inverted(is_nan(a))));
}

TypedTerm Functions::to_number(const Entry &entry, Indices indices, Operands operands) {
  const unsigned width = format_width(indices[0], indices[1]);
  const TypedTerm &from = operands.back();
  if (operands.size() == 1) { // bits as they are
    if (from.sort != ValueSort::bits(width))
      throw Complaint{
          fmt::format("{}: the operand is {}, expected (_ BitVec {})", entry.name, from.sort.text(), width)};
    return number(from.e, width);
  }
  const Rounding mode = rounding(operands, entry.name);
  switch (from.sort.meaning) {
  case Meaning::BITS: {
    const unsigned exact = number_sort(width).significand + (entry.op == BRAID_OP_SITOF ? 1 : 0);
    if (from.sort.width > exact)
      expect_nearest(mode, entry.name);
    return number(store_.make(entry.op, width, from.e), width);
  }
  case Meaning::NUMBER:
    if (entry.swapped)
      break;
    if (from.sort.width == width)
      return from;
    if (width == 64)
      return number(store_.make(BRAID_OP_FEXTEND, 64, from.e), 64);
    expect_nearest(mode, entry.name);
    return number(store_.make(BRAID_OP_FROUNDTO, 32, from.e), 32);
  case Meaning::REAL:
    if (entry.swapped)
      break;
    expect_nearest(mode, entry.name);
    return number(store_.constant(number_of_decimal(from.e, width), width), width);
  default:
    break;
  }
  throw Complaint{fmt::format("{}: operand 2 is {}, expected {}", entry.name, from.sort.text(),
                              entry.swapped ? "a bit-vector" : "a bit-vector, a number or a decimal")};
}

TypedTerm Functions::to_bits(const Entry &entry, Indices indices, Operands operands) {
  const Rounding mode = rounding(operands, entry.name);
  const unsigned from = number_width(operands, entry.name, 1), width = checked_width(indices[0]);
  const bool is_signed = entry.op == BRAID_OP_FTOSI;
  const Expr whole = rounded(operands[1].e, mode);
  // Bounds as numbers: powers of two, all exact except 2^128, which is infinity for a float.
  const unsigned exponent = is_signed ? width - 1 : width;
  const uint64_t above = exponent < 128 ? floating::from_integer(Value(1) << exponent, 128, from, false)
                         : from == 32   ? infinity(32)
                                        : 0x47f0000000000000u;
  const uint64_t below = is_signed ? above | sign_bit<uint64_t>(from) : 0;
  const Expr in_range = store_.both(store_.compare(BRAID_OP_FLE, store_.constant(below, from), whole),
                                    store_.compare(BRAID_OP_FLT, whole, store_.constant(above, from)));
  const Expr converted = store_.make(entry.op, width, whole);
  if (store_.is_constant(in_range, 1))
    return {converted, ValueSort::bits(width)};
  const std::string function = fmt::format("{} {} {} {}", entry.name, width, ROUNDING_NAMES[size_t(mode)], from);
  return {store_.choice(in_range, converted, unspecified(function, operands[1], width)), ValueSort::bits(width)};
}

} // namespace braid::expr::smtlib
