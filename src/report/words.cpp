#include "report/words.h"

#include "expr/utf8.h"

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

std::string terminal_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const size_t length = text.front() == '\t' ? 1 : expr::printable_length(text);
    if (length != 0)
      result += text.substr(0, length);
    else
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    text.remove_prefix(length != 0 ? length : 1);
  }
  return result;
}

std::string shell_word(std::string_view word) {
  static constexpr std::string_view HARMLESS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=+,:@%";
  if (!word.empty() && word.find_first_not_of(HARMLESS) == std::string::npos)
    return std::string(word);
  std::string quoted = "'";
  for (const char character : word)
    quoted += character == '\'' ? std::string("'\\''") : std::string(1, character);
  return quoted + "'";
}

std::string Palette::wrapped(const char *code, std::string_view text) const {
  return colours_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

} // namespace braid::report
