#include "explore/input_symbols.h"

#include <fmt/format.h>

namespace braid::explore {

uint32_t InputSymbols::source(const std::string &name) {
  const auto [found, added] = numbers_.try_emplace(name, uint32_t(sources_.size()));
  if (added)
    sources_.push_back({name, {}, 0});
  return found->second;
}

Expr InputSymbols::made(const std::string &name, unsigned width, Place place) {
  const Expr expression = store_.symbol(name, width);
  places_[store_.symbol_of(expression)] = place;
  return expression;
}

Expr InputSymbols::byte(uint32_t source, uint32_t offset) {
  std::vector<Expr> &bytes = sources_[source].bytes;
  if (offset >= bytes.size())
    bytes.resize(offset + size_t(1));
  if (bytes[offset] == 0)
    bytes[offset] = made(fmt::format("{}[{}]", sources_[source].name, offset), 8, {source, offset});
  return bytes[offset];
}

Expr InputSymbols::size(uint32_t source) {
  Expr &size = sources_[source].size;
  if (size == 0)
    size = made(fmt::format("size({})", sources_[source].name), 64, {source, SIZE});
  return size;
}

std::optional<InputSymbols::Place> InputSymbols::place(Symbol symbol) const {
  const auto found = places_.find(symbol);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

} // namespace braid::explore
