// Memory of the program at some decision, as symbols: what lay at an address there is a symbol of its own, like a
// byte of the input. Which decision is meant goes without saying: a formula is always kept beside one.
#pragma once

#include "expr/store.h"

#include <unordered_map>

namespace braid::explore {

using expr::Expr;

class StateSymbols {
public:
  struct Place {
    uint64_t address;
    uint32_t bytes;
    bool operator==(const Place &) const = default;
    auto operator<=>(const Place &) const = default;
  };

  explicit StateSymbols(expr::Store &store) : store_(store) {}

  Expr symbol(const Place &place);
  // What a symbol stands for; null if it is one of the input.
  const Place *place(expr::Symbol symbol) const;
  // Whether the value of an expression depends on memory.
  bool has_state(Expr e);

private:
  expr::Store &store_;
  std::unordered_map<expr::Symbol, Place> places_;
};

} // namespace braid::explore
