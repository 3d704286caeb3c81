#include "explore/byte_values.h"

#include <fmt/format.h>

namespace braid::explore {

namespace {

constexpr size_t MOST_PARTS = 4; // of one condition

// As in C.
std::string escaped(unsigned value, char quote) {
  switch (value) {
  case '\n':
    return "\\n";
  case '\t':
    return "\\t";
  case '\r':
    return "\\r";
  default:
    break;
  }
  if (value == unsigned(uint8_t(quote)) || value == '\\')
    return fmt::format("\\{}", char(value));
  return value >= 0x20 && value < 0x7f ? std::string(1, char(value)) : fmt::format("\\x{:02x}", value);
}

bool is_text(unsigned value) {
  return (value >= 0x20 && value < 0x7f) || value == '\n' || value == '\t' || value == '\r';
}

std::string value_text(unsigned value) {
  return is_text(value) ? fmt::format("'{}'", escaped(value, '\'')) : fmt::format("{}", value);
}

// As a bound control characters are numbers.
std::string bound_text(unsigned value) { return value >= 0x20 ? value_text(value) : fmt::format("{}", value); }

struct Range {
  unsigned first, last;
};

std::vector<Range> ranges_of(const ByteValues &values) {
  std::vector<Range> ranges;
  for (unsigned value = 0; value < values.size(); value++)
    if (values[value]) {
      if (!ranges.empty() && ranges.back().last + 1 == value)
        ranges.back().last = value;
      else
        ranges.push_back({value, value});
    }
  return ranges;
}

std::string range_text(const std::string &byte, const Range &range) {
  if (range.first == range.last)
    return fmt::format("{} == {}", byte, value_text(range.first));
  if (range.first == 0)
    return fmt::format("{} <= {}", byte, bound_text(range.last));
  if (range.last == 255)
    return fmt::format("{} >= {}", byte, bound_text(range.first));
  return fmt::format("{0} >= {1} && {0} <= {2}", byte, bound_text(range.first), bound_text(range.last));
}

bool has_bounds(const Range &range) { return range.first != range.last && range.first != 0 && range.last != 255; }

std::string excluded_text(const std::string &byte, const ByteValues &others) {
  std::string text;
  for (unsigned value = 0; value < others.size(); value++)
    if (others[value])
      text += fmt::format("{}{} != {}", text.empty() ? "" : " && ", byte, value_text(value));
  return text;
}

} // namespace

std::string byte_values_text(const std::string &byte, const ByteValues &values) {
  const std::vector<Range> ranges = ranges_of(values);
  const ByteValues others = ~values;
  if (ranges.size() > 1 && others.count() <= MOST_PARTS)
    return excluded_text(byte, others);
  if (ranges.size() <= MOST_PARTS) {
    std::string text;
    for (const Range &range : ranges) {
      const std::string part = range_text(byte, range);
      text += fmt::format("{}{}", text.empty() ? "" : " || ",
                          ranges.size() > 1 && has_bounds(range) ? fmt::format("({})", part) : part);
    }
    return text;
  }
  return fmt::format("{} is one of {} values", byte, values.count());
}

std::vector<ByteRun> byte_runs(const std::string &source,
                               const std::vector<std::pair<uint32_t, ByteValues>> &bytes) {
  std::vector<ByteRun> runs;
  for (size_t i = 0; i < bytes.size();) {
    const auto &[offset, values] = bytes[i];
    const bool is_one = values.count() == 1;
    size_t end = i + 1;
    while (end < bytes.size() && bytes[end].first == offset + (end - i) &&
           (is_one ? bytes[end].second.count() == 1 : bytes[end].second == values))
      end++;
    const uint32_t last = bytes[end - 1].first;
    if (end - i == 1) {
      runs.push_back({offset, offset, byte_values_text(fmt::format("{}[{}]", source, offset), values)});
    } else if (is_one) {
      std::string text;
      for (size_t k = i; k < end; k++)
        text += escaped(unsigned(bytes[k].second._Find_first()), '"');
      runs.push_back({offset, last, fmt::format("{}[{}..{}] == \"{}\"", source, offset, last, text)});
    } else {
      runs.push_back({offset, last,
                      fmt::format("{} for each i from {} to {}",
                                  byte_values_text(fmt::format("{}[i]", source), values), offset, last)});
    }
    i = end;
  }
  return runs;
}

} // namespace braid::explore
