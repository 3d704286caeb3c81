#include "expr/text.h"

#include "expr/expression_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <unordered_set>

namespace braid::expr {

namespace {

// Characters as a terminal counts them: bytes that do not continue another.
size_t length(const std::string &text) {
  return size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

} // namespace

std::string TextPrinter::text(Expr e) const {
  static constexpr unsigned DEPTHS[] = {48, 24, 16, 12, 9, 7, 5, 4, 3, 2};
  for (const unsigned depth : DEPTHS) {
    const bool last = depth == 2;
    ExpressionText attempt(nodes_, *leaves_, readings_, depth, limits_.characters);
    std::string text = attempt.print(e);
    if (attempt.overflowed() || (length(text) > limits_.characters && !last))
      continue;
    return attempt.elided() ? text + " " + size_text(e) : text;
  }
  return fmt::format("… {}", size_text(e)); // even two levels are too much
}

std::string TextPrinter::constant(Expr beside, Value constant) const {
  const ConstantStyle style = readings_.input_byte(beside) != 0 ? ConstantStyle::LETTER : ConstantStyle::NUMBER;
  return constant_text(constant, nodes_[beside].width, readings_.of(beside) == Reading::SIGNED, style);
}

// "[1234 operations on stdin[0..9]]"
std::string TextPrinter::size_text(Expr e) const {
  std::unordered_set<Expr> seen = {e};
  std::vector<Expr> pending = {e};
  std::map<uint32_t, std::set<uint32_t>> inputs; // source: offsets
  std::set<std::string> others;
  size_t operations = 0;
  while (!pending.empty() && seen.size() < limits_.counted) {
    const braid_node &node = nodes_[pending.back()];
    const unsigned operands = operation_of(node).operands;
    if (operands == 0) {
      if (const std::optional<Bytes> byte = leaves_->byte(pending.back()))
        inputs[byte->source].insert(byte->first);
      else if (node.op == BRAID_OP_SYMBOL)
        others.insert(leaves_->name(pending.back()));
    }
    pending.pop_back();
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
      ranges.push_back(leaves_->name(Bytes{source, *first, *last - *first + 1}));
      first = std::next(last);
    }
  for (auto other = others.begin(); other != others.end() && ranges.size() <= MOST_RANGES; ++other)
    ranges.push_back(*other);
  if (ranges.size() > MOST_RANGES) {
    ranges.resize(MOST_RANGES);
    ranges.push_back("…");
  }
  std::string text = fmt::format("[{}{} operations", complete ? "" : "more than ", operations);
  if (!ranges.empty())
    text += fmt::format(" on {}", fmt::join(ranges, ", "));
  return text + "]";
}

std::string text(const Store &store, Expr e) {
  const StoreLeaves leaves(store);
  return TextPrinter(store.nodes(), leaves).text(e);
}

} // namespace braid::expr
