#include "explore/domains.h"

#include <algorithm>
#include <bit>

namespace braid::explore {

using expr::Symbol;

namespace {

constexpr unsigned BYTE = 8;
// A condition with more parts than this is left to the solver: all values of its byte are tried on it.
constexpr size_t MOST_PARTS = 100;

} // namespace

bool Domains::is_short(Expr condition) {
  pending_.assign(1, condition);
  for (size_t next = 0; next < pending_.size(); next++) {
    const unsigned operands = expr::operation_of(store_[pending_[next]]).operands;
    for (unsigned i = 0; i < operands; i++) {
      const Expr operand = expr::operand(store_[pending_[next]], i);
      if (std::find(pending_.begin(), pending_.end(), operand) == pending_.end())
        pending_.push_back(operand);
    }
    if (pending_.size() > MOST_PARTS)
      return false;
  }
  return true;
}

// What is_short has collected, but for which byte it is about: conditions of one shape hold for the same values.
std::vector<uint64_t> Domains::shape_of_parts(Expr byte) const {
  constexpr uint64_t BYTE_ITSELF = ~uint64_t(0), OPERATION = uint64_t(1) << 63; // else it is a constant
  std::vector<uint64_t> shape;
  for (const Expr part : pending_) {
    const braid_node &node = store_[part];
    const unsigned operands = expr::operation_of(node).operands;
    if (operands == 0) {
      shape.push_back(part == byte ? BYTE_ITSELF : part);
      continue;
    }
    shape.push_back(OPERATION | uint64_t(node.width) << 16 | uint64_t(node.index_width) << 8 | node.op);
    shape.push_back(node.value);
    for (unsigned i = 0; i < 3; i++) {
      const uint32_t field = expr::operand(node, i);
      const auto place = std::find(pending_.begin(), pending_.end(), field) - pending_.begin();
      shape.push_back(i < operands ? uint64_t(place) : field);
    }
  }
  return shape;
}

Domains::Set Domains::compute(Expr condition, Symbol symbol) {
  Set set{};
  expr::Assignment assignment;
  for (unsigned value = 0; value < 1U << BYTE; value++) {
    assignment.set(symbol, value);
    evaluator_.assign(assignment);
    if (evaluator_.holds(condition))
      set[value / 64] |= uint64_t(1) << value % 64;
  }
  return set;
}

const Domains::Set *Domains::satisfying(Expr condition) {
  if (condition >= known_.size())
    known_.resize(store_.size());
  uint32_t &known = known_[condition];
  if (known == 0) {
    known = 1;
    const std::span<const Symbol> support = store_.support(condition);
    if (support.size() != 1)
      return nullptr;
    const Symbol symbol = support.front();
    const Expr byte = store_.expression_of(symbol);
    if (store_.is_array(byte) || store_.width(byte) != BYTE || !is_short(condition))
      return nullptr;
    const auto [shape, is_new] = sets_of_shapes_.try_emplace(shape_of_parts(byte), uint32_t(sets_.size()));
    if (is_new)
      sets_.push_back(compute(condition, symbol));
    known = shape->second + 2;
  }
  return known == 1 ? nullptr : &sets_[known - 2];
}

bool Domains::is_fixed(Symbol symbol) const {
  int values = 0;
  for (const uint64_t word : left_of(symbol))
    values += std::popcount(word);
  return values == 1;
}

void Domains::add(Expr constraint, bool is_used) {
  if (constraint >= stands_.size())
    stands_.resize(store_.size());
  Added added{constraint, is_used && !stands_[constraint], false};
  if (added.is_first) {
    stands_[constraint] = true;
    if (const Set *set = satisfying(constraint)) {
      const Symbol symbol = store_.support(constraint).front();
      if (symbol >= left_.size())
        left_.resize(store_.symbols(), ALL);
      Set &left = left_[symbol];
      const Set before = left;
      for (size_t i = 0; i < left.size(); i++)
        left[i] &= (*set)[i];
      if (left != before) {
        added.narrows = true;
        changed_.push_back({symbol, before});
      }
    }
  }
  added_.push_back(added);
}

void Domains::keep(size_t constraints) {
  for (; added_.size() > constraints; added_.pop_back()) {
    const Added &last = added_.back();
    if (last.is_first)
      stands_[last.constraint] = false;
    if (last.narrows) {
      left_[changed_.back().symbol] = changed_.back().before;
      changed_.pop_back();
    }
  }
}

bool Domains::is_implied(Expr condition) {
  if (condition < stands_.size() && stands_[condition])
    return true;
  if (const Set *set = satisfying(condition)) {
    const Set &left = left_of(store_.support(condition).front());
    for (size_t i = 0; i < left.size(); i++)
      if ((left[i] & ~(*set)[i]) != 0)
        return false;
    return true;
  }
  const std::span<const Symbol> support = store_.support(condition);
  return std::all_of(support.begin(), support.end(), [&](Symbol symbol) { return is_fixed(symbol); });
}

bool Domains::is_excluded(std::span<const Expr> conditions) {
  const Symbol *only = nullptr; // those on other bytes are left out
  Set values = ALL;
  for (const Expr condition : conditions) {
    if (store_.is_constant(condition, 0))
      return true;
    const Set *set = store_.is_constant(condition) ? nullptr : satisfying(condition);
    if (set == nullptr)
      continue;
    const Symbol &symbol = store_.support(condition).front();
    if (only == nullptr)
      values = left_of(symbol);
    else if (*only != symbol)
      continue;
    only = &symbol;
    for (size_t i = 0; i < values.size(); i++)
      values[i] &= (*set)[i];
  }
  return only != nullptr && values == Set{};
}

} // namespace braid::explore
