#include "expr/smtlib_sort.h"

#include "expr/floating.h"
#include "expr/smtlib_literals.h"

#include <fmt/format.h>

namespace braid::expr::smtlib {

std::string ValueSort::text() const {
  switch (meaning) {
  case Meaning::BOOLEAN:
    return "Bool";
  case Meaning::BITS:
    return fmt::format("(_ BitVec {})", width);
  case Meaning::NUMBER:
    return fmt::format("(_ FloatingPoint {} {})", number_sort(width).exponent, number_sort(width).significand);
  case Meaning::ARRAY:
    return fmt::format("(Array {} {})", index_sort().text(), element_sort().text());
  case Meaning::ROUNDING:
    return "RoundingMode";
  case Meaning::REAL:
    break;
  }
  return "Real";
}

std::string value_text(const ValueSort &sort, Value value) {
  switch (sort.meaning) {
  case Meaning::BOOLEAN:
    return value != 0 ? "true" : "false";
  case Meaning::NUMBER:
    if (floating::is_nan(uint64_t(value), sort.width))
      return fmt::format("(_ NaN {} {})", number_sort(sort.width).exponent, number_sort(sort.width).significand);
    return smtlib_number(uint64_t(value), sort.width);
  default:
    return smtlib_literal(value, sort.width);
  }
}

std::string value_text(const ValueSort &sort, const ArrayValue &array) {
  std::string text =
      fmt::format("((as const {}) {})", sort.text(), value_text(sort.element_sort(), array.fallback));
  std::string stores;
  for (const auto &[index, element] : array.elements) {
    stores += "(store ";
    text += fmt::format(" {} {})", value_text(sort.index_sort(), index), value_text(sort.element_sort(), element));
  }
  return stores + text;
}

} // namespace braid::expr::smtlib
