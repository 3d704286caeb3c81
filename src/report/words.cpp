#include "report/words.h"

#include <fmt/format.h>

namespace braid::report {

std::string grouped(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t i = digits.size(); i > 3; i -= 3)
    digits.insert(i - 3, 1, ',');
  return digits;
}

std::string counted(uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

std::string memory_size(uint64_t bytes) {
  if (bytes < 1024)
    return counted(bytes, "byte");
  static constexpr const char *UNITS[] = {"KiB", "MiB", "GiB", "TiB"};
  double size = double(bytes) / 1024;
  size_t unit = 0;
  while (size >= 1024 && unit + 1 < std::size(UNITS)) {
    size /= 1024;
    unit++;
  }
  return fmt::format("{:.1f} {}", size, UNITS[unit]);
}

std::string duration(double seconds) {
  if (seconds < 0.001)
    return fmt::format("{:.0f} µs", seconds * 1e6);
  return seconds < 1 ? fmt::format("{:.0f} ms", seconds * 1e3) : fmt::format("{:.1f} s", seconds);
}

std::string shortened(std::string_view text, size_t columns) {
  if (text.size() <= columns)
    return std::string(text);
  size_t end = columns - 1;
  while (end > 0 && (text[end] & 0xc0) == 0x80) // not in the middle of a character
    end--;
  return fmt::format("{}…", text.substr(0, end));
}

namespace {

// Bytes of the UTF-8 character at the beginning of the text; 0 if there is none, or a control character.
size_t character_length(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(0);
  if (first == '\t' || (first >= 0x20 && first < 0x7f))
    return 1;
  const size_t length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (first >= 0xf5 || length == 0)
    return 0;
  for (size_t i = 1; i < length; i++)
    if ((byte(i) & 0xc0) != 0x80)
      return 0;
  // Overlong forms, surrogates, numbers too large, and the control characters from U+0080 to U+009F.
  const unsigned second = byte(1);
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) || (first == 0xf0 && second < 0x90) ||
      (first == 0xf4 && second >= 0x90) || (first == 0xc2 && second < 0xa0))
    return 0;
  return length;
}

} // namespace

std::string terminal_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const size_t length = character_length(text);
    if (length != 0)
      result += text.substr(0, length);
    else
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    text.remove_prefix(length != 0 ? length : 1);
  }
  return result;
}

std::string Palette::wrapped(const char *code, std::string_view text) const {
  return colours_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

} // namespace braid::report
