#include "expr/smtlib_literals.h"

#include <fmt/format.h>
#include <string_view>

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

std::string smtlib_symbol(const std::string &name) {
  static constexpr std::string_view PLAIN =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789~!@$%^&*_-+=<>.?/";
  const bool plain =
      !name.empty() && name.find_first_not_of(PLAIN) == std::string::npos && (name[0] < '0' || name[0] > '9');
  return plain ? name : "|" + name + "|";
}

std::string smtlib_function(uint8_t op, unsigned width) {
  return fmt::format("libm.{}.{}", OPERATIONS[op].text, width);
}

} // namespace braid::expr
