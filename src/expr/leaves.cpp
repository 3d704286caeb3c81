#include "expr/leaves.h"

#include "expr/smtlib_words.h"
#include "expr/utf8.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace braid::expr {

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const size_t length = printable_length(text);
    if (length != 0)
      result += text.substr(0, length);
    else if (text.front() == '\n')
      result += "\\n";
    else if (text.front() == '\t')
      result += "\\t";
    else
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    text.remove_prefix(length != 0 ? length : 1);
  }
  return result;
}

std::string StoreLeaves::name(Expr leaf) const {
  const braid_node &node = (*store_)[leaf];
  return node.op == BRAID_OP_SYMBOL ? printable(store_->name(node.a)) : fmt::format("table{}", node.a);
}

bool StoreLeaves::is_size(Expr leaf) const {
  const braid_node &node = (*store_)[leaf];
  return node.op == BRAID_OP_SYMBOL && node.index_width == 0 && store_->name(node.a).starts_with("size(");
}

std::optional<Bytes> StoreLeaves::byte(Expr leaf) const {
  const braid_node &node = (*store_)[leaf];
  if (node.op != BRAID_OP_SYMBOL || node.width != 8 || node.index_width != 0)
    return std::nullopt;
  const std::string &name = store_->name(node.a);
  Sequence sequence{name, true};
  uint32_t offset = 0;
  if (const size_t bracket = name.rfind('['); bracket != std::string::npos && name.ends_with(']')) {
    const char *digits = name.data() + bracket + 1, *last = name.data() + name.size() - 1;
    const auto [end, failed] = std::from_chars(digits, last, offset);
    const bool plain = last - digits == 1 || *digits != '0'; // x[0] and x[00] are two symbols
    if (failed == std::errc() && end == last && plain)
      sequence = {name.substr(0, bracket), false};
  }
  // Keys of the two kinds differ, because a single byte's name never ends in a bracket without number.
  const auto [found, added] =
      numbers_.try_emplace(sequence.is_variable ? name : sequence.name + "[", uint32_t(sequences_.size()));
  if (added)
    sequences_.push_back(std::move(sequence));
  return Bytes{found->second, sequences_[found->second].is_variable ? 0 : offset, 1};
}

std::string StoreLeaves::name(const Bytes &bytes) const {
  const Sequence &sequence = sequences_[bytes.source];
  std::string name = printable(sequence.name);
  if (sequence.is_variable)
    return name;
  if (bytes.count == 1)
    return fmt::format("{}[{}]", name, bytes.first);
  return fmt::format("{}[{}..{}]", name, bytes.first, bytes.first + bytes.count - 1);
}

bool StoreLeaves::is_variable(const Bytes &bytes) const { return sequences_[bytes.source].is_variable; }

std::string StoreLeaves::smtlib_name(Expr leaf) const {
  static constexpr std::string_view OF = " of symbol ";
  const Symbol symbol = store_->symbol_of(leaf);
  std::string name = store_->name(symbol);
  // A symbol in bars may hold all that can be printed but bars and backslashes. What is changed gets a number,
  // and so does what could be mistaken for a changed name.
  const auto forbidden = [](char c) { return c == '|' || c == '\\' || (c >= 0 && c < ' ') || c == 0x7f; };
  const bool changed = std::any_of(name.begin(), name.end(), forbidden);
  std::replace_if(name.begin(), name.end(), forbidden, '_');
  if (changed || name.find(OF) != std::string::npos || is_taken_in_smtlib(name))
    name += fmt::format("{}{}", OF, symbol);
  return "|" + name + "|";
}

} // namespace braid::expr
