#include "expr/constant_text.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace braid::expr {

namespace {

bool is_letter(Value constant) { return constant >= 0x20 && constant < 0x7f; }

std::string quoted(char letter, char quote) {
  const bool escaped = letter == quote || letter == '\\';
  return escaped ? std::string{'\\', letter} : std::string{letter};
}

std::string magnitude_text(Value magnitude, ConstantStyle style) {
  const Value limit = style == ConstantStyle::BITS ? 10 : LARGE_CONSTANT;
  return magnitude < limit ? std::to_string(uint64_t(magnitude)) : hexadecimal(magnitude);
}

// The shortest digits that read back as the same number, and always a point or an exponent.
template <class Number> std::string digits(Number number) {
  if (std::isnan(number))
    return std::signbit(number) ? "-NAN" : "NAN";
  if (std::isinf(number))
    return number < 0 ? "-INFINITY" : "INFINITY";
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return text;
}

} // namespace

std::string hexadecimal(Value value) {
  const uint64_t high = uint64_t(value >> 64), low = uint64_t(value);
  return high != 0 ? fmt::format("{:#x}{:016x}", high, low) : fmt::format("{:#x}", low);
}

std::string constant_text(Value constant, unsigned width, bool is_signed, ConstantStyle style) {
  if (style == ConstantStyle::LETTER && is_letter(constant))
    return fmt::format("'{}'", quoted(char(constant), '\''));
  if (style == ConstantStyle::LETTER && constant == '\n')
    return "'\\n'";
  const bool negative = is_signed && width > 1 && (constant >> (width - 1) & 1) != 0;
  if (!negative)
    return magnitude_text(constant, style);
  const Value magnitude = -constant & mask_of(width);
  if (magnitude >= LARGE_CONSTANT && (style == ConstantStyle::PATTERN || style == ConstantStyle::BITS))
    return hexadecimal(constant);
  return fmt::format("-{}", magnitude_text(magnitude, ConstantStyle::NUMBER));
}

std::string number_text(uint64_t bits, unsigned width) {
  if (width == 64)
    return digits(std::bit_cast<double>(bits));
  const float number = std::bit_cast<float>(uint32_t(bits));
  return digits(number) + (std::isfinite(number) ? "f" : "");
}

std::string string_text(Value constant, unsigned bytes, bool reversed) {
  std::string text = "\"";
  for (unsigned i = 0; i < bytes; i++) {
    const Value letter = constant >> 8 * (reversed ? bytes - 1 - i : i) & 0xff;
    if (!is_letter(letter))
      return {};
    text += quoted(char(letter), '"');
  }
  return text + "\"";
}

} // namespace braid::expr
