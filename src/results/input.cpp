#include "results/input.h"

#include "expr/utf8.h"
#include "results/fields.h"

#include <algorithm>
#include <fmt/format.h>

namespace braid::results {

namespace {

int digit(char character) {
  if (character >= '0' && character <= '9')
    return character - '0';
  if (character >= 'a' && character <= 'f')
    return character - 'a' + 10;
  return -1;
}

std::string bytes_of(const Fields &fields, const char *name) {
  const std::string digits = fields.text(name);
  std::string bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    const int high = digit(digits[i]), low = digit(digits[i + 1]);
    if (high < 0 || low < 0)
      fields.refuse(name, "has something in it that is not a hexadecimal digit");
    bytes.push_back(char(high * 16 + low));
  }
  if (digits.size() % 2 != 0)
    fields.refuse(name, "has half a byte in it");
  return bytes;
}

} // namespace

Input input_of(const Fields &fields) {
  Input input;
  input.kind = fields.word<InputKind>("kind", INPUT_KINDS);
  input.name = fields.text("name");
  input.source = fields.text("source");
  input.index = fields.number("index");
  input.bytes = bytes_of(fields, "hex");
  return input;
}

nlohmann::ordered_json input_json(const Input &input) {
  std::string hex;
  for (const char byte : input.bytes)
    fmt::format_to(std::back_inserter(hex), "{:02x}", uint8_t(byte));
  nlohmann::ordered_json json = {{"name", input.name},
                                 {"kind", INPUT_KINDS[size_t(input.kind)]},
                                 {"source", input.source},
                                 {"index", input.index},
                                 {"hex", hex}};
  if (const std::string_view shown = shown_bytes(input); !shown.empty())
    json["text"] = c_text(shown);
  return json;
}

std::string_view shown_bytes(const Input &input) {
  const std::string_view bytes = input.bytes;
  switch (input.kind) {
  case InputKind::ARGUMENT:
  case InputKind::ENVIRONMENT:
    return bytes.substr(0, bytes.find('\0'));
  case InputKind::MARK:
  case InputKind::CALL:
    return std::all_of(bytes.begin(), bytes.end(), [](char byte) { return byte >= 0x20 && byte < 0x7f; })
               ? bytes
               : std::string_view();
  default:
    return bytes;
  }
}

std::string c_text(std::string_view bytes) {
  static constexpr std::pair<char, const char *> ESCAPES[] = {
      {'"', "\\\""}, {'\\', "\\\\"}, {'\n', "\\n"}, {'\t', "\\t"}, {'\r', "\\r"}};
  std::string text;
  while (!bytes.empty()) {
    const size_t length = expr::printable_length(bytes);
    const auto *escape = std::find_if(std::begin(ESCAPES), std::end(ESCAPES),
                                      [&](const auto &each) { return each.first == bytes.front(); });
    if (escape != std::end(ESCAPES))
      text += escape->second;
    else if (length != 0)
      text += bytes.substr(0, length);
    else
      fmt::format_to(std::back_inserter(text), "\\x{:02x}", uint8_t(bytes.front()));
    bytes.remove_prefix(std::max<size_t>(length, 1));
  }
  return text;
}

} // namespace braid::results
