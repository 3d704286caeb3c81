// The sorts of SMT-LIB that we know, and terms of them.
//
// All are bits for the store: Bool is one bit, Float32 and Float64 are the bits of the number. What a term's bits
// mean is known from its sort only while a script is read and when values are printed.
#pragma once

#include "expr/evaluate.h"

namespace braid::expr::smtlib {

enum class Meaning : uint8_t {
  BOOLEAN,
  BITS,
  NUMBER,
  ARRAY,
  ROUNDING, // a rounding mode: known when the script is read, never a value
  REAL,     // a decimal: likewise
};

struct ValueSort {
  Meaning meaning = Meaning::BITS;
  uint16_t width = 1; // of an array: of its elements
  // Of an array.
  uint16_t index_width = 0;
  Meaning index = Meaning::BITS, element = Meaning::BITS;

  bool operator==(const ValueSort &) const = default;

  static ValueSort boolean() { return {Meaning::BOOLEAN, 1}; }
  static ValueSort bits(unsigned width) { return {Meaning::BITS, uint16_t(width)}; }
  static ValueSort number(unsigned width) { return {Meaning::NUMBER, uint16_t(width)}; }
  ValueSort element_sort() const { return {element, width}; }
  ValueSort index_sort() const { return {index, index_width}; }

  // As SMT-LIB writes it.
  std::string text() const;
};

struct TypedTerm {
  Expr e; // of a rounding mode or decimal: its number in the reader
  ValueSort sort;
};

// A value as SMT-LIB writes it; there is one NaN.
std::string value_text(const ValueSort &sort, Value value);
std::string value_text(const ValueSort &sort, const ArrayValue &array);

} // namespace braid::expr::smtlib
