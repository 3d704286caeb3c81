#include "report/xml.h"

#include "expr/utf8.h"

#include <fmt/format.h>

namespace braid::report {

namespace {

// U+FFFE and U+FFFF are characters of UTF-8, but not of XML.
bool is_refused(std::string_view character) { return character == "\xef\xbf\xbe" || character == "\xef\xbf\xbf"; }

std::string escaped(std::string_view text, bool in_attribute) {
  std::string out;
  while (!text.empty()) {
    const size_t length = std::max<size_t>(expr::printable_length(text), 1);
    const std::string_view character = text.substr(0, length);
    const char first = text.front();
    if (first == '&')
      out += "&amp;";
    else if (first == '<')
      out += "&lt;";
    else if (first == '>') // "]]>" must not be in text
      out += "&gt;";
    else if (first == '"')
      out += "&quot;";
    else if (first == '\n' || first == '\t') // an attribute would have them as blanks
      out += in_attribute ? fmt::format("&#{};", int(first)) : std::string(1, first);
    else if (expr::printable_length(text) != 0 && !is_refused(character))
      out += character;
    else
      for (const char byte : character)
        out += fmt::format("\\x{:02x}", uint8_t(byte));
    text.remove_prefix(length);
  }
  return out;
}

} // namespace

std::string xml_text(std::string_view text) { return escaped(text, false); }
std::string xml_attribute(std::string_view text) { return escaped(text, true); }

} // namespace braid::report
