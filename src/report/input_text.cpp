#include "report/input_text.h"

#include "expr/utf8.h"
#include "report/words.h"

#include <algorithm>
#include <fmt/format.h>

namespace braid::report {

namespace {

constexpr size_t ROW = 16;   // bytes in a row of a dump
constexpr size_t WIDTH = 72; // columns of a text
constexpr size_t PHRASE = 40;

// Text with an odd byte in it is still easier to read as text.
bool is_text(std::string_view bytes) {
  size_t other = 0;
  const size_t all = bytes.size();
  while (!bytes.empty()) {
    size_t length = expr::printable_length(bytes);
    const char first = bytes.front();
    if (length == 0) {
      other += first != '\n' && first != '\t' && first != '\r' ? 1 : 0;
      length = 1;
    }
    bytes.remove_prefix(length);
  }
  return other * 8 <= all;
}

std::string number_text(std::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size(); i > 0; i--)
    value = value << 8 | uint8_t(bytes[i - 1]);
  const unsigned unused = 64 - 8 * unsigned(bytes.size());
  const int64_t with_sign = int64_t(value << unused) >> unused;
  std::string text = fmt::format("{} (0x{:0{}x})", value, value, 2 * bytes.size());
  if (with_sign < 0)
    text += fmt::format(", signed {}", with_sign);
  return text;
}

bool is_number(const results::Input &input) {
  const size_t size = input.bytes.size();
  return (input.kind == results::InputKind::MARK || input.kind == results::InputKind::CALL) &&
         (size == 1 || size == 2 || size == 4 || size == 8);
}

std::string dump_row(std::string_view bytes, size_t at) {
  std::string hex, text;
  for (size_t i = at; i < at + ROW; i++) {
    hex += i < bytes.size() ? fmt::format(" {:02x}", uint8_t(bytes[i])) : "   ";
    if (i < bytes.size())
      text += bytes[i] >= 0x20 && bytes[i] < 0x7f ? bytes[i] : '.';
  }
  return fmt::format("{:04x} {}  |{}|", at, hex, text);
}

// Bytes of a line of text: to the end of the line, and not more than fits, but whole characters.
size_t line_length(std::string_view bytes) {
  size_t length = 0, columns = 0;
  while (length < bytes.size() && columns < WIDTH) {
    const std::string_view rest = bytes.substr(length);
    const size_t next = std::max<size_t>(expr::printable_length(rest), 1);
    columns += expr::printable_length(rest) != 0 ? 1 : 4;
    length += next;
    if (rest.front() == '\n')
      break;
  }
  return length;
}

} // namespace

std::vector<std::string> input_lines(const results::Input &input, size_t most_lines) {
  if (input.bytes.empty())
    return {"empty"};
  if (is_number(input))
    return {number_text(input.bytes)};
  const std::string_view bytes = results::shown_bytes(input).empty() ? input.bytes : results::shown_bytes(input);
  const bool text = is_text(bytes);
  std::vector<std::string> lines;
  size_t done = 0;
  while (done < bytes.size() && lines.size() < most_lines) {
    const size_t length = text ? line_length(bytes.substr(done)) : ROW;
    lines.push_back(text ? fmt::format("\"{}\"", results::c_text(bytes.substr(done, length)))
                         : dump_row(bytes, done));
    done += length;
  }
  if (done < bytes.size())
    lines.push_back(fmt::format("… and {}", counted(bytes.size() - done, "more byte")));
  return lines;
}

std::string input_phrase(const results::Input &input) {
  const std::string size = counted(input.bytes.size(), "byte"), name = terminal_text(input.name);
  if (input.bytes.empty())
    return name + ": empty";
  if (is_number(input))
    return fmt::format("{} = {}", name, number_text(input.bytes));
  const std::string_view bytes = results::shown_bytes(input).empty() ? input.bytes : results::shown_bytes(input);
  if (is_text(bytes))
    return fmt::format("{}: \"{}\"{}", name, shortened(results::c_text(bytes), PHRASE),
                       bytes.size() > PHRASE ? fmt::format(" ({})", size) : "");
  std::string hex;
  for (const char byte : bytes.substr(0, ROW))
    hex += fmt::format("{}{:02x}", hex.empty() ? "" : " ", uint8_t(byte));
  return fmt::format("{}: {}{}", name, hex, bytes.size() > ROW ? fmt::format(" … ({})", size) : "");
}

} // namespace braid::report
