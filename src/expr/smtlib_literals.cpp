#include "expr/smtlib_literals.h"

#include <fmt/format.h>

namespace braid::expr {

std::string smtlib_binary(Value value, unsigned width) {
  std::string digits = "#b";
  for (unsigned i = width; i != 0; i--) // NOLINTNEXTLINE(clang-analyzer-core.BitwiseShift): widths end at 128
    digits += (value >> (i - 1) & 1) != 0 ? '1' : '0';
  return digits;
}

std::string smtlib_literal(Value value, unsigned width) {
  if (width % 4 != 0)
    return smtlib_binary(value, width);
  std::string digits = "#x";
  for (unsigned i = width; i != 0; i -= 4)
    digits += "0123456789abcdef"[unsigned(value >> (i - 4)) & 15];
  return digits;
}

std::string smtlib_number(uint64_t bits, unsigned width) {
  const auto [exponent, significand] = number_sort(width);
  return fmt::format("(fp {} {} {})", smtlib_binary(bits >> (width - 1), 1),
                     smtlib_binary(bits >> (significand - 1), exponent), smtlib_binary(bits, significand - 1));
}

} // namespace braid::expr
