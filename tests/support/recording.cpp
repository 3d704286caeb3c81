#include "recording.h"

#include "trace/names.h"
#include "trace/operations.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace braid::verify {

namespace {

std::string difference_of_texts(const char *what, const std::string &expected, const std::string &found) {
  if (expected == found)
    return {};
  size_t at =
      size_t(std::mismatch(expected.begin(), expected.end(), found.begin(), found.end()).first - expected.begin());
  size_t begin = at > 20 ? at - 20 : 0;
  return fmt::format("{} differs at byte {}: expected \"{}\", found \"{}\"", what, at,
                     trace::printable(std::string_view(expected).substr(begin, 60)),
                     trace::printable(std::string_view(found).substr(std::min(begin, found.size()), 60)));
}

std::string text_of(const braid_node &node) {
  return fmt::format("{} {} bits ({}, {}, {}) = {:#x}", trace::operation_of(node).name, node.width, node.a, node.b,
                     node.c, node.value);
}

std::string text_of(const braid_event &event) {
  return fmt::format("kind {} flag {} aux {} site {} label {} extra {}", event.kind, event.flag, event.aux,
                     event.site, event.label, event.extra);
}

template <class Entry>
std::string difference_of_tables(const char *what, const std::vector<Entry> &expected,
                                 const std::vector<Entry> &found, size_t first) {
  for (size_t i = first; i < std::min(expected.size(), found.size()); i++)
    if (std::memcmp(&expected[i], &found[i], sizeof(Entry)) != 0)
      return fmt::format("{} {} is {} in the first and {} in the second", what, i, text_of(expected[i]),
                         text_of(found[i]));
  if (expected.size() == found.size())
    return {};
  return fmt::format("the first has {} {}s, the second {}", expected.size(), what, found.size());
}

} // namespace

std::string difference_of_outcomes(const target::Outcome &expected, const target::Outcome &found) {
  if (expected.text() != found.text())
    return fmt::format("expected {}, found {}{}{}", expected.text(), found.text(),
                       found.message.empty() ? "" : ": ", found.message);
  std::string output = difference_of_texts("standard output", expected.output, found.output);
  return output.empty() ? difference_of_texts("standard error", expected.errors, found.errors) : output;
}

std::string difference_of_traces(const Recording &expected, const Recording &found) {
  std::string nodes = difference_of_tables("node", expected.nodes, found.nodes, 1);
  return nodes.empty() ? difference_of_tables("event", expected.events, found.events, 0) : nodes;
}

} // namespace braid::verify
