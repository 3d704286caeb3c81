// Which symbol stands for which byte of input.
//
// Sources are known by their names (trace/names.h), not by their numbers: a program may open its files in another
// order in the next run, and stdin[3] must be the same symbol in all of them. The names of symbols are those that
// braid trace prints: stdin[3], argv[1][0], size(stdin).
#pragma once

#include "expr/evaluate.h"

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

  // The values of all symbols where these sources, as source() numbers them, have these bytes. Bytes beyond the
  // end of a source are 0, and so is all of any other source.
  expr::Assignment assignment(std::span<const uint32_t> sources,
                              std::span<const std::span<const uint8_t>> contents) const;
  // Changes the bytes of a source to those of a model. Its length becomes that of the model, if it is a symbol,
  // but at most `longest`. What the model does not speak of stays.
  void apply(const expr::Assignment &model, uint32_t source, size_t longest, std::vector<uint8_t> &bytes) const;

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
