#include "expr/store.h"

#include "expr/rules.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

namespace braid::expr {

namespace {

// How far rules go on one inside the other. Chains of thousands of operations would otherwise end on the stack.
constexpr unsigned DEEPEST = 300;

uint64_t hash_of(const braid_node &node) {
  uint64_t hash = uint64_t(node.op) | uint64_t(node.index_width) << 8 | uint64_t(node.width) << 16;
  hash = (hash ^ (uint64_t(node.a) << 32 | node.b)) * 0x9e3779b97f4a7c15u;
  hash ^= hash >> 29;
  hash = (hash ^ (uint64_t(node.c) << 32) ^ node.value) * 0xbf58476d1ce4e5b9u;
  return hash ^ hash >> 32;
}

bool equal(const braid_node &left, const braid_node &right) {
  return left.op == right.op && left.width == right.width && left.index_width == right.index_width &&
         left.a == right.a && left.b == right.b && left.c == right.c && left.value == right.value;
}

} // namespace

Store::Store() : nodes_(1), slots_(1024) {
  false_ = constant(0, 1);
  true_ = constant(1, 1);
}

void Store::grow() {
  std::vector<Expr> slots(slots_.size() * 2);
  const size_t mask = slots.size() - 1;
  for (Expr e = 1; e < nodes_.size(); e++) {
    size_t at = hash_of(nodes_[e]) & mask;
    while (slots[at] != 0)
      at = (at + 1) & mask;
    slots[at] = e;
  }
  slots_ = std::move(slots);
}

Expr Store::intern(const braid_node &node) {
  const size_t mask = slots_.size() - 1;
  size_t at = hash_of(node) & mask;
  for (; slots_[at] != 0; at = (at + 1) & mask)
    if (equal(nodes_[slots_[at]], node))
      return slots_[at];
  if (nodes_.size() > UINT32_MAX - 1)
    throw std::length_error("more expressions than a store can hold");
  const Expr e = Expr(nodes_.size());
  nodes_.push_back(node);
  slots_[at] = e;
  if (nodes_.size() * 2 > slots_.size())
    grow();
  return e;
}

Expr Store::constant(Value value, unsigned width) {
  assert(width >= 1 && width <= 128);
  value &= mask_of(width);
  const auto high = uint64_t(value >> 64);
  return intern({BRAID_OP_CONST, 0, uint16_t(width), uint32_t(high), uint32_t(high >> 32), 0, uint64_t(value)});
}

std::optional<Symbol> Store::find_symbol(const std::string &name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? std::nullopt : std::optional(found->second);
}

Expr Store::symbol(const std::string &name, unsigned width, unsigned index_width) {
  assert(width >= 1 && width <= 128 && index_width <= 128);
  const auto [found, added] = names_.try_emplace(name, Symbol(symbols_.size()));
  if (added)
    symbols_.push_back(
        {name, intern({BRAID_OP_SYMBOL, uint8_t(index_width), uint16_t(width), found->second, 0, 0, 0})});
  const Expr e = symbols_[found->second].expression;
  assert(nodes_[e].width == width && nodes_[e].index_width == index_width);
  return e;
}

Expr Store::table(Table contents, unsigned width, unsigned index_width) {
  while (!contents.elements.empty() && contents.elements.back() == contents.fallback)
    contents.elements.pop_back();
  size_t hash = size_t(contents.fallback);
  for (const Value element : contents.elements)
    hash = hash * 0x9E3779B97F4A7C15 + size_t(element) + size_t(element >> 64);
  auto number = uint32_t(tables_.size());
  for (auto [known, end] = table_numbers_.equal_range(hash); known != end; ++known)
    if (tables_[known->second] == contents)
      number = known->second;
  if (number == tables_.size()) {
    tables_.push_back(std::move(contents));
    table_numbers_.emplace(hash, number);
  }
  return intern({BRAID_OP_TABLE, uint8_t(index_width), uint16_t(width), number, 0, 0, 0});
}

Expr Store::plain(uint8_t op, unsigned width, uint32_t a, uint32_t b, uint32_t c, unsigned index_width) {
  return intern({op, uint8_t(index_width), uint16_t(width), a, b, c, 0});
}

Expr Store::make(uint8_t op, unsigned width, uint32_t a, uint32_t b, uint32_t c) {
  unsigned index_width = 0;
  if (op == BRAID_OP_WRITE)
    index_width = nodes_[a].index_width;
  else if (op == BRAID_OP_ITE)
    index_width = nodes_[b].index_width;
  depth_++;
  const Expr simpler = Rules(*this, depth_ <= DEEPEST).apply(op, width, a, b, c);
  depth_--;
  if (simpler != 0)
    return simpler;
  return intern({op, uint8_t(index_width), uint16_t(width), a, b, c, 0});
}

Expr Store::resize(Expr a, unsigned to, bool is_signed) {
  const unsigned from = width(a);
  if (from == to)
    return a;
  if (to < from)
    return extract(a, 0, to);
  return make(is_signed ? BRAID_OP_SEXT : BRAID_OP_ZEXT, to, a);
}

// A walk that stops at what it has seen and at expressions whose support is known.
std::span<const Symbol> Store::support(Expr e) {
  if (const auto known = supports_.find(e); known != supports_.end())
    return known->second;
  marks_.resize(nodes_.size());
  if (++walk_ == 0) {
    std::fill(marks_.begin(), marks_.end(), 0);
    walk_ = 1;
  }
  std::vector<Symbol> found;
  std::vector<Expr> pending{e}, visited;
  marks_[e] = walk_;
  while (!pending.empty()) {
    const Expr next = pending.back();
    pending.pop_back();
    visited.push_back(next);
    const braid_node &node = nodes_[next];
    if (node.op == BRAID_OP_SYMBOL) {
      found.push_back(node.a);
      continue;
    }
    const unsigned operands = OPERATIONS[node.op].operands;
    if (operands == 0)
      continue;
    if (const auto known = supports_.find(next); known != supports_.end()) {
      found.insert(found.end(), known->second.begin(), known->second.end());
      continue;
    }
    for (unsigned i = 0; i < operands; i++)
      if (const Expr operand_i = operand(node, i); marks_[operand_i] != walk_) {
        marks_[operand_i] = walk_;
        pending.push_back(operand_i);
      }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  const std::vector<Symbol> &support = supports_.emplace(e, std::move(found)).first->second;
  if (visited.size() > LONG_WALK)
    note_small_supports(visited);
  return support;
}

// So that the next walk stops there: each turn of a loop may make an expression of the one that the turn before it
// made, and to walk down to the first turn each time would take as long as all of them together.
void Store::note_small_supports(std::vector<Expr> &visited) {
  std::sort(visited.begin(), visited.end()); // operands come before what is made of them
  std::vector<Symbol> support;
  for (const Expr e : visited) {
    const braid_node &node = nodes_[e];
    const unsigned operands = OPERATIONS[node.op].operands;
    support.clear();
    bool is_known = operands != 0;
    for (unsigned i = 0; i < operands && is_known; i++) {
      const Expr part = operand(node, i);
      if (nodes_[part].op == BRAID_OP_SYMBOL) {
        support.push_back(nodes_[part].a);
      } else if (OPERATIONS[nodes_[part].op].operands != 0) {
        const auto found = supports_.find(part);
        is_known = found != supports_.end();
        if (is_known)
          support.insert(support.end(), found->second.begin(), found->second.end());
      }
    }
    std::sort(support.begin(), support.end());
    support.erase(std::unique(support.begin(), support.end()), support.end());
    if (is_known && support.size() <= SMALL_SUPPORT)
      supports_.emplace(e, support);
  }
}

size_t Store::count(Expr e) {
  marks_.resize(nodes_.size());
  if (++walk_ == 0) {
    std::fill(marks_.begin(), marks_.end(), 0);
    walk_ = 1;
  }
  size_t count = 0;
  std::vector<Expr> pending{e};
  marks_[e] = walk_;
  while (!pending.empty()) {
    const braid_node &node = nodes_[pending.back()];
    pending.pop_back();
    count++;
    for (unsigned i = 0; i < OPERATIONS[node.op].operands; i++)
      if (const Expr operand_i = operand(node, i); marks_[operand_i] != walk_) {
        marks_[operand_i] = walk_;
        pending.push_back(operand_i);
      }
  }
  return count;
}

} // namespace braid::expr
