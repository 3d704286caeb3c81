#include "explore/merging/state_symbols.h"

#include <algorithm>
#include <fmt/format.h>

namespace braid::explore {

Expr StateSymbols::symbol(const Place &place) {
  const Expr e = store_.symbol(fmt::format("memory[{:#x}:{}]", place.address, place.bytes), 8 * place.bytes);
  places_[store_.symbol_of(e)] = place;
  return e;
}

const StateSymbols::Place *StateSymbols::place(expr::Symbol symbol) const {
  const auto found = places_.find(symbol);
  return found == places_.end() ? nullptr : &found->second;
}

bool StateSymbols::has_state(Expr e) {
  const std::span<const expr::Symbol> support = store_.support(e);
  return std::any_of(support.begin(), support.end(),
                     [&](expr::Symbol symbol) { return places_.contains(symbol); });
}

} // namespace braid::explore
