// The syntax of SMT-LIB: a text as a sequence of expressions in parentheses, read one at a time.
//
// An expression is a flat list of nodes in the order of the text; each knows where the next one beside it begins,
// so that no depth of nesting needs a stack. Symbols and keywords are words: numbers that are equal when the
// names are, |x| being x.
#pragma once

#include <cstdint>
#include <deque>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace braid::expr {

// Something in a script that is wrong, or right but more than we know.
class SmtlibError : public std::runtime_error {
public:
  SmtlibError(const std::string &message, size_t line, size_t column, bool unsupported)
      : std::runtime_error(message), line(line), column(column), unsupported(unsupported) {}

  size_t line, column; // from 1
  bool unsupported;    // correct as far as can be seen
};

namespace smtlib {

using Word = uint32_t;

// Names by number. Number 0 is no word.
class Words {
public:
  Word word(std::string_view name);
  const std::string &name(Word word) const { return names_[word]; }
  size_t size() const { return names_.size(); }

private:
  std::deque<std::string> names_ = std::deque<std::string>(1);
  std::unordered_map<std::string_view, Word> numbers_;
};

struct Node {
  enum class Kind : uint8_t { SYMBOL, KEYWORD, NUMERAL, DECIMAL, HEXADECIMAL, BINARY, STRING, LIST };
  Kind kind;
  uint32_t next; // number of the first node that is no part of this one
  Word word;     // of a symbol or keyword
  size_t begin, end;
};

// One expression; node 0 is all of it.
struct Tree {
  std::vector<Node> nodes;

  const Node &operator[](uint32_t number) const { return nodes[number]; }
  bool is_list(uint32_t number) const { return nodes[number].kind == Node::Kind::LIST; }
  bool is_symbol(uint32_t number) const { return nodes[number].kind == Node::Kind::SYMBOL; }
  // The nodes directly below a list are first(list), after(first(list)) and so on, up to end(list).
  uint32_t first(uint32_t list) const { return list + 1; }
  uint32_t after(uint32_t number) const { return nodes[number].next; }
  uint32_t end(uint32_t list) const { return nodes[list].next; }
  size_t count(uint32_t list) const;
};

class Syntax {
public:
  // The text must outlive it.
  Syntax(std::string_view text, Words &words) : text_(text), words_(words) {}

  // The next expression; false at the end of the text.
  bool next(Tree &tree);

  std::string_view text(const Node &node) const { return text_.substr(node.begin, node.end - node.begin); }
  // What a string literal says, without its quotes.
  std::string string(const Node &node) const;
  SmtlibError error(size_t offset, const std::string &message, bool unsupported = false) const;

private:
  void skip_space();
  Node atom();
  size_t end_of_quoted(char quote, const char *what) const;

  std::string_view text_;
  Words &words_;
  size_t at_ = 0;
};

} // namespace smtlib
} // namespace braid::expr
