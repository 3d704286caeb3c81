// The functions of SMT-LIB's theories as expressions: Core, FixedSizeBitVectors, ArraysEx and FloatingPoint.
//
// Where a theory leaves a result open (fp.to_ubv out of range, fp.min of two zeros of different sign) any value is
// allowed, but it is the same for the same operands. Such a result is a fresh symbol, and conditions() say that
// equal operands give equal results.
#pragma once

#include "expr/smtlib_sort.h"

#include <map>

namespace braid::expr::smtlib {

// What is wrong with a term; the reader adds where it stands.
struct Complaint {
  std::string message;
  bool unsupported = false;
};

enum class Rounding : uint32_t { RNE, RNA, RTP, RTN, RTZ };

class Functions {
public:
  using Indices = std::span<const uint32_t>;
  using Operands = std::span<const TypedTerm>;

  explicit Functions(Store &store) : store_(store) {}

  static bool knows(std::string_view name);
  // Whether a script may declare a function of this name: one of the C library.
  static bool is_of_library(std::string_view name);
  // The function must be known. Throws a Complaint if operands do not fit.
  TypedTerm apply(std::string_view name, Indices indices, Operands operands);
  // true, RNE, (_ +oo 8 24), (_ bv5 8): nothing if the name is none of a constant.
  std::optional<TypedTerm> constant(std::string_view name, Indices indices);
  TypedTerm bits(Value value, unsigned width) { return {store_.constant(value, width), ValueSort::bits(width)}; }
  // A decimal or a numeral, as it was written.
  TypedTerm decimal(std::string_view digits);
  TypedTerm constant_array(const ValueSort &sort, const TypedTerm &element);

  std::span<const Expr> conditions() const { return conditions_; }
  // A symbol of this name, or of one like it if the name is taken.
  Expr fresh_symbol(const std::string &name, unsigned width, unsigned index_width = 0);

private:
  struct Entry;
  static const std::map<std::string_view, Entry> &table();

  // Core.
  TypedTerm negation(const Entry &entry, Indices indices, Operands operands);
  TypedTerm connective(const Entry &entry, Indices indices, Operands operands);
  TypedTerm implication(const Entry &entry, Indices indices, Operands operands);
  TypedTerm equality(const Entry &entry, Indices indices, Operands operands);
  TypedTerm distinct(const Entry &entry, Indices indices, Operands operands);
  TypedTerm choice(const Entry &entry, Indices indices, Operands operands);
  // Arrays.
  TypedTerm select(const Entry &entry, Indices indices, Operands operands);
  TypedTerm store(const Entry &entry, Indices indices, Operands operands);
  // Bit-vectors.
  TypedTerm arithmetic(const Entry &entry, Indices indices, Operands operands);
  TypedTerm inverted_arithmetic(const Entry &entry, Indices indices, Operands operands);
  TypedTerm unary(const Entry &entry, Indices indices, Operands operands);
  TypedTerm reduction(const Entry &entry, Indices indices, Operands operands);
  TypedTerm modulo(const Entry &entry, Indices indices, Operands operands);
  TypedTerm order(const Entry &entry, Indices indices, Operands operands);
  TypedTerm comparison_bit(const Entry &entry, Indices indices, Operands operands);
  TypedTerm concatenation(const Entry &entry, Indices indices, Operands operands);
  TypedTerm extraction(const Entry &entry, Indices indices, Operands operands);
  TypedTerm extension(const Entry &entry, Indices indices, Operands operands);
  TypedTerm repetition(const Entry &entry, Indices indices, Operands operands);
  TypedTerm rotation(const Entry &entry, Indices indices, Operands operands);
  TypedTerm overflow(const Entry &entry, Indices indices, Operands operands);
  TypedTerm product_overflow(const Entry &entry, Indices indices, Operands operands);
  TypedTerm corner_overflow(const Entry &entry, Indices indices, Operands operands);
  // Numbers, in smtlib_number_functions.cpp.
  TypedTerm number_from_parts(const Entry &entry, Indices indices, Operands operands);
  TypedTerm number_arithmetic(const Entry &entry, Indices indices, Operands operands);
  TypedTerm number_remainder(const Entry &entry, Indices indices, Operands operands);
  TypedTerm number_sign(const Entry &entry, Indices indices, Operands operands);
  TypedTerm number_integral(const Entry &entry, Indices indices, Operands operands);
  TypedTerm number_extreme(const Entry &entry, Indices indices, Operands operands);
  TypedTerm number_order(const Entry &entry, Indices indices, Operands operands);
  TypedTerm number_class(const Entry &entry, Indices indices, Operands operands);
  TypedTerm to_number(const Entry &entry, Indices indices, Operands operands);
  TypedTerm to_bits(const Entry &entry, Indices indices, Operands operands);
  TypedTerm library_function(const Entry &entry, Indices indices, Operands operands);
  TypedTerm decimal_operation(const Entry &entry, Indices indices, Operands operands);

  Expr equal(const TypedTerm &a, const TypedTerm &b);
  Expr is_nan(Expr number) { return store_.compare(BRAID_OP_FUNORDERED, number, number); }
  Expr rounded(Expr number, Rounding mode);
  Expr unspecified(const std::string &function, const TypedTerm &operand, unsigned width);
  uint64_t number_of_decimal(uint32_t decimal, unsigned width) const;

  // A quotient of two numbers as they are written.
  struct Decimal {
    bool negative = false;
    std::string numerator, denominator;
  };

  Store &store_;
  std::vector<Decimal> decimals_;
  std::vector<Expr> conditions_;
  struct Application {
    TypedTerm operand;
    Expr result;
  };
  std::map<std::string, std::vector<Application>> applications_; // of functions whose results are open
};

// A function of the theories: how many indices and operands it takes, and what makes the expression.
struct Functions::Entry {
  TypedTerm (Functions::*make)(const Entry &entry, Indices indices, Operands operands);
  uint8_t op = 0; // for the functions that differ in it
  unsigned least = 2, most = 2;
  unsigned indices = 0;
  bool swapped = false; // or another variation
  std::string_view name = {};
};

inline constexpr unsigned MANY = UINT32_MAX;

// Throws a Complaint if the width is more than expressions have.
unsigned checked_width(uint64_t width);

} // namespace braid::expr::smtlib
