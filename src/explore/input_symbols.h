// Which symbol stands for which byte of input.
//
// Sources are known by their names (trace/names.h), not by their numbers: a program may open its files in another
// order in the next run, and stdin[3] must be the same symbol in all of them. The names of symbols are those that
// braid trace prints: stdin[3], argv[1][0], size(stdin).
#pragma once

#include "expr/store.h"

namespace braid::explore {

using expr::Expr;
using expr::Symbol;

// The store must outlive it.
class InputSymbols {
public:
  explicit InputSymbols(expr::Store &store) : store_(store) {}
  InputSymbols(const InputSymbols &) = delete;
  InputSymbols &operator=(const InputSymbols &) = delete;

  static constexpr uint32_t SIZE = UINT32_MAX; // in place of an offset: the length of the source

  // A byte of a source, or its length.
  struct Place {
    uint32_t source; // as source() numbers them
    uint32_t offset;
    bool is_size() const { return offset == SIZE; }
  };

  // The number of a source here; a new one, if no source of this name was seen before.
  uint32_t source(const std::string &name);
  const std::string &source_name(uint32_t source) const { return sources_[source].name; }

  Expr byte(uint32_t source, uint32_t offset); // 8 bits
  Expr size(uint32_t source);                  // 64 bits

  // What a symbol stands for; nothing if it was not made here.
  std::optional<Place> place(Symbol symbol) const;
  // The expressions of the bytes of a source by offset, 0 where there is no symbol; it ends with the last one.
  std::span<const Expr> bytes(uint32_t source) const { return sources_[source].bytes; }
  // The expression of its length; 0 if nothing has asked for it.
  Expr known_size(uint32_t source) const { return sources_[source].size; }

private:
  struct Source {
    std::string name;
    std::vector<Expr> bytes;
    Expr size = 0;
  };

  Expr made(const std::string &name, unsigned width, Place place);

  expr::Store &store_;
  std::vector<Source> sources_;
  std::unordered_map<std::string, uint32_t> numbers_;
  std::unordered_map<Symbol, Place> places_;
};

} // namespace braid::explore
