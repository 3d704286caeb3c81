#include "trace/text.h"

#include "trace/expression_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <unordered_set>

namespace braid::trace {

LabelText::LabelText(const View &view, TextLimits limits)
    : view_(&view), limits_(limits), names_(view), readings_(view) {}

namespace {

// Characters as a terminal counts them: bytes that do not continue another.
size_t length(const std::string &text) {
  return size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

} // namespace

std::string LabelText::label(Label label) const {
  static constexpr unsigned DEPTHS[] = {48, 24, 16, 12, 9, 7, 5, 4, 3, 2};
  for (const unsigned depth : DEPTHS) {
    const bool last = depth == 2;
    ExpressionText attempt(*view_, names_, readings_, depth, limits_.characters);
    std::string text = attempt.print(label);
    if (attempt.overflowed() || (length(text) > limits_.characters && !last))
      continue;
    return attempt.elided() ? text + " " + size_text(label) : text;
  }
  return fmt::format("… {}", size_text(label)); // even two levels are too much
}

std::string LabelText::constant(Label beside, Value constant) const {
  const ConstantStyle style = readings_.input_byte(beside) != 0 ? ConstantStyle::LETTER : ConstantStyle::NUMBER;
  return constant_text(constant, view_->node(beside).width, readings_.of(beside) == Reading::SIGNED, style);
}

// "[1234 operations on stdin[0..9]]"
std::string LabelText::size_text(Label label) const {
  std::unordered_set<Label> seen = {label};
  std::vector<Label> pending = {label};
  std::map<uint32_t, std::set<uint32_t>> inputs; // source: offsets
  size_t operations = 0;
  while (!pending.empty() && seen.size() < limits_.counted) {
    const braid_node &node = view_->node(pending.back());
    pending.pop_back();
    if (node.op == BRAID_OP_INPUT)
      inputs[node.a].insert(node.b);
    const unsigned operands = operation_of(node).operands;
    operations += operands != 0;
    for (unsigned i = 0; i < operands; i++)
      if (seen.insert(operand(node, i)).second)
        pending.push_back(operand(node, i));
  }
  const bool complete = pending.empty();
  constexpr size_t MOST_RANGES = 3;
  std::vector<std::string> ranges;
  for (const auto &[source, offsets] : inputs)
    for (auto first = offsets.begin(); first != offsets.end() && ranges.size() <= MOST_RANGES;) {
      auto last = first;
      for (auto next = std::next(first); next != offsets.end() && *next == *last + 1; ++next)
        last = next;
      ranges.push_back(names_.bytes(source, *first, *last - *first + 1));
      first = std::next(last);
    }
  if (ranges.size() > MOST_RANGES) {
    ranges.resize(MOST_RANGES);
    ranges.push_back("…");
  }
  std::string text = fmt::format("[{}{} operations", complete ? "" : "more than ", operations);
  if (!ranges.empty())
    text += fmt::format(" on {}", fmt::join(ranges, ", "));
  return text + "]";
}

} // namespace braid::trace
