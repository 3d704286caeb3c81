#include "explore/input_symbols.h"

#include <algorithm>
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

expr::Assignment InputSymbols::assignment(std::span<const uint32_t> sources,
                                          std::span<const std::span<const uint8_t>> contents) const {
  expr::Assignment assignment;
  if (store_.symbols() != 0)
    assignment.set(Symbol(store_.symbols() - 1), 0); // room for all at once
  for (size_t i = 0; i < sources.size(); i++) {
    const Source &source = sources_[sources[i]];
    const size_t known = std::min(source.bytes.size(), contents[i].size());
    for (size_t offset = 0; offset < known; offset++)
      if (source.bytes[offset] != 0)
        assignment.set(store_.symbol_of(source.bytes[offset]), contents[i][offset]);
    if (source.size != 0)
      assignment.set(store_.symbol_of(source.size), contents[i].size());
  }
  return assignment;
}

void InputSymbols::apply(const expr::Assignment &model, uint32_t source, size_t longest,
                         std::vector<uint8_t> &bytes) const {
  const auto speaks_of = [&](Expr e) { return e != 0 && store_.symbol_of(e) < model.size(); };
  const Source &known = sources_[source];
  if (speaks_of(known.size))
    bytes.resize(size_t(std::min<expr::Value>(model[store_.symbol_of(known.size)], longest)));
  for (size_t i = 0; i < std::min(known.bytes.size(), bytes.size()); i++)
    if (speaks_of(known.bytes[i]))
      bytes[i] = uint8_t(model[store_.symbol_of(known.bytes[i])]);
}

std::optional<InputSymbols::Place> InputSymbols::place(Symbol symbol) const {
  const auto found = places_.find(symbol);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

} // namespace braid::explore
