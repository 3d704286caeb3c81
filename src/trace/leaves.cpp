#include "trace/leaves.h"

#include "expr/smtlib_words.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace braid::trace {

std::string TraceLeaves::name(Label leaf) const {
  const braid_node &node = view_->node(leaf);
  if (node.op == BRAID_OP_MEMORY)
    return fmt::format("memory{}", node.a);
  return node.op == BRAID_OP_INPUT ? names_.byte(node.a, node.b) : names_.size(node.a);
}

std::optional<Bytes> TraceLeaves::byte(Label leaf) const {
  const braid_node &node = view_->node(leaf);
  return node.op == BRAID_OP_INPUT ? std::optional(Bytes{node.a, node.b, 1}) : std::nullopt;
}

std::string TraceLeaves::name(const Bytes &bytes) const {
  return names_.bytes(bytes.source, bytes.first, bytes.count);
}

bool TraceLeaves::is_variable(const Bytes &bytes) const {
  return names_.is_variable(bytes.source) && bytes.first == 0 &&
         bytes.count == view_->sources()[bytes.source].size;
}

std::string TraceLeaves::smtlib_name(Label leaf) const {
  std::string text = name(leaf);
  // A symbol in bars may hold anything but bars and backslashes. What replaces them could make two names equal.
  const auto forbidden = [](char c) { return c == '|' || c == '\\'; };
  const bool changed = std::any_of(text.begin(), text.end(), forbidden);
  std::replace_if(text.begin(), text.end(), forbidden, '_');
  if (changed || is_taken_in_smtlib(text))
    text += fmt::format(" of source {}", view_->node(leaf).a);
  return "|" + text + "|";
}

// By source and offset; the length comes after the last byte.
uint64_t TraceLeaves::order(Label leaf) const {
  const braid_node &node = view_->node(leaf);
  return uint64_t(node.a) << 32 | (node.op == BRAID_OP_INPUT ? node.b : UINT32_MAX);
}

const Table &TraceLeaves::table(Label leaf) const {
  const auto [found, added] = tables_.try_emplace(leaf);
  if (added) {
    const std::span<const uint8_t> contents = view_->contents(view_->node(leaf));
    found->second.elements.assign(contents.begin(), contents.end());
  }
  return found->second;
}

} // namespace braid::trace
