#include "expr/smtlib_syntax.h"

#include <algorithm>
#include <fmt/format.h>

namespace braid::expr::smtlib {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

bool is_symbol_character(char c) {
  static constexpr std::string_view OTHERS = "~!@$%^&*_-+=<>.?/";
  return is_letter(c) || is_digit(c) || OTHERS.find(c) != std::string_view::npos;
}

std::string shown(char c) {
  return c > ' ' && c < 0x7f ? fmt::format("'{}'", c) : fmt::format("byte {:#04x}", uint8_t(c));
}

} // namespace

Word Words::word(std::string_view name) {
  const auto found = numbers_.find(name);
  if (found != numbers_.end())
    return found->second;
  names_.emplace_back(name);
  const auto number = Word(names_.size() - 1);
  numbers_.emplace(names_.back(), number);
  return number;
}

size_t Tree::count(uint32_t list) const {
  size_t count = 0;
  for (uint32_t i = first(list); i != end(list); i = after(i))
    count++;
  return count;
}

SmtlibError Syntax::error(size_t offset, const std::string &message, bool unsupported) const {
  const std::string_view before = text_.substr(0, offset);
  const auto line = size_t(std::count(before.begin(), before.end(), '\n'));
  const size_t last_line = before.rfind('\n'); // npos + 1 is 0
  return {message, line + 1, offset - (last_line + 1) + 1, unsupported};
}

std::string Syntax::string(const Node &node) const {
  std::string result;
  const std::string_view quoted = text(node);
  for (size_t i = 1; i + 1 < quoted.size(); i++) {
    result += quoted[i];
    if (quoted[i] == '"') // two stand for one
      i++;
  }
  return result;
}

void Syntax::skip_space() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ';')
      at_ = std::min(text_.find('\n', at_), text_.size());
    else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v')
      at_++;
    else
      return;
  }
}

size_t Syntax::end_of_quoted(char quote, const char *what) const {
  const size_t end = text_.find(quote, at_ + 1);
  if (end == std::string_view::npos)
    throw error(at_, fmt::format("expected {} at the end of the {} that begins here", shown(quote), what));
  return end;
}

Node Syntax::atom() {
  const size_t begin = at_;
  const char c = text_[begin];
  const auto skip = [&](bool (*accepts)(char)) {
    while (at_ < text_.size() && accepts(text_[at_]))
      at_++;
  };
  Node node{Node::Kind::SYMBOL, 0, 0, begin, 0};
  if (c == '|') {
    at_ = end_of_quoted('|', "symbol") + 1;
    const std::string_view name = text_.substr(begin + 1, at_ - begin - 2);
    if (name.find('\\') != std::string_view::npos)
      throw error(begin, "a backslash in a symbol");
    node.word = words_.word(name);
  } else if (c == '"') {
    node.kind = Node::Kind::STRING;
    do
      at_ = end_of_quoted('"', "string") + 1;
    while (at_ < text_.size() && text_[at_] == '"');
  } else if (c == '#' && begin + 1 < text_.size() && (text_[begin + 1] == 'x' || text_[begin + 1] == 'b')) {
    const bool binary = text_[begin + 1] == 'b';
    node.kind = binary ? Node::Kind::BINARY : Node::Kind::HEXADECIMAL;
    at_ += 2;
    skip(binary ? +[](char digit) { return digit == '0' || digit == '1'; } : is_hexadecimal);
    if (at_ == begin + 2)
      throw error(
          begin, fmt::format("expected {} digits after #{}", binary ? "binary" : "hexadecimal", text_[begin + 1]));
  } else if (is_digit(c)) {
    node.kind = Node::Kind::NUMERAL;
    skip(is_digit);
    if (at_ + 1 < text_.size() && text_[at_] == '.' && is_digit(text_[at_ + 1])) {
      node.kind = Node::Kind::DECIMAL;
      at_++;
      skip(is_digit);
    }
  } else if (c == ':' || is_symbol_character(c)) {
    at_ += c == ':' ? 1 : 0;
    skip(is_symbol_character);
    if (c == ':')
      node.kind = Node::Kind::KEYWORD;
    node.word = words_.word(text_.substr(begin, at_ - begin));
  } else {
    throw error(begin, fmt::format("{} begins nothing that SMT-LIB knows", shown(c)));
  }
  if (at_ < text_.size() && node.kind != Node::Kind::STRING && c != '|' && is_symbol_character(text_[at_]))
    throw error(at_, fmt::format("{} in a number", shown(text_[at_])));
  node.end = at_;
  return node;
}

bool Syntax::next(Tree &tree) {
  tree.nodes.clear();
  std::vector<uint32_t> open;
  do {
    skip_space();
    if (at_ == text_.size()) {
      if (open.empty())
        return false;
      throw error(tree[open.back()].begin, "expected ')' for the '(' here before the end of the text");
    }
    if (tree.nodes.size() == UINT32_MAX)
      throw error(at_, "an expression with more parts than can be numbered", true);
    if (text_[at_] == '(') {
      open.push_back(uint32_t(tree.nodes.size()));
      tree.nodes.push_back({Node::Kind::LIST, 0, 0, at_, 0});
      at_++;
    } else if (text_[at_] == ')') {
      if (open.empty())
        throw error(at_, "')' without '('");
      at_++;
      tree.nodes[open.back()].next = uint32_t(tree.nodes.size());
      tree.nodes[open.back()].end = at_;
      open.pop_back();
    } else {
      tree.nodes.push_back(atom());
      tree.nodes.back().next = uint32_t(tree.nodes.size());
    }
  } while (!open.empty());
  return true;
}

} // namespace braid::expr::smtlib
