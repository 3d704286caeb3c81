#include "expr/evaluate.h"

#include "expr/semantics.h"

#include <algorithm>

namespace braid::expr {

Value ArrayValue::at(Value index) const {
  const auto found = std::lower_bound(elements.begin(), elements.end(), index,
                                      [](const auto &element, Value wanted) { return element.first < wanted; });
  return found != elements.end() && found->first == index ? found->second : fallback;
}

void ArrayValue::set(Value index, Value element) {
  const auto found = std::lower_bound(elements.begin(), elements.end(), index,
                                      [](const auto &entry, Value wanted) { return entry.first < wanted; });
  if (found != elements.end() && found->first == index)
    found->second = element;
  else
    elements.insert(found, {index, element});
}

void Assignment::set(Symbol s, Value value) {
  if (s >= values_.size())
    values_.resize(s + 1);
  values_[s] = value;
}

const ArrayValue &Assignment::array(Symbol s) const {
  static const ArrayValue EMPTY;
  const auto found = arrays_.find(s);
  return found == arrays_.end() ? EMPTY : found->second;
}

void Evaluator::assign(const Assignment &assignment) {
  assignment_ = &assignment;
  if (++now_ == 0) {
    std::fill(ages_.begin(), ages_.end(), 0);
    now_ = 1;
  }
}

void Evaluator::keep(Expr e, Value value) {
  low_[e] = uint64_t(value);
  if (value >> 64 != 0 && e >= high_.size())
    high_.resize(low_.size());
  if (e < high_.size())
    high_[e] = uint64_t(value >> 64);
  ages_[e] = now_;
}

// The operands of all WRITE and ITE nodes on the way are known.
Value Evaluator::element(Expr array, Value index) {
  for (;;) {
    const braid_node &node = (*store_)[array];
    switch (node.op) {
    case BRAID_OP_SYMBOL:
      return assignment_->array(node.a).at(index);
    case BRAID_OP_TABLE:
      return store_->table_of(array).at(index);
    case BRAID_OP_WRITE:
      if (stored(node.b) == index)
        return stored(node.c);
      array = node.a;
      break;
    default: // ITE
      array = stored(node.a) != 0 ? node.b : node.c;
    }
  }
}

// All operands are known.
void Evaluator::compute(Expr e) {
  const braid_node &node = (*store_)[e];
  if (node.index_width != 0)
    return keep(e, 0); // arrays are looked into by element()
  switch (node.op) {
  case BRAID_OP_CONST:
    return keep(e, constant_of(node));
  case BRAID_OP_SYMBOL:
    return keep(e, (*assignment_)[node.a] & mask_of(node.width));
  case BRAID_OP_READ:
    return keep(e, element(node.a, stored(node.b)));
  default:
    break;
  }
  const unsigned operands = OPERATIONS[node.op].operands, from = (*store_)[node.a].width;
  if (node.width <= 64 && from <= 64) {
    const uint64_t b = operands > 1 ? low_[node.b] : node.b, c = operands > 2 ? low_[node.c] : 0;
    low_[e] = apply<uint64_t>(node.op, node.width, from, low_[node.a], b, c);
    if (e < high_.size())
      high_[e] = 0;
    ages_[e] = now_;
    return;
  }
  const Value b = operands > 1 ? stored(node.b) : Value(node.b), c = operands > 2 ? stored(node.c) : 0;
  keep(e, apply<Value>(node.op, node.width, from, stored(node.a), b, c));
}

Value Evaluator::value(Expr e) {
  if (e >= ages_.size()) {
    const size_t size = std::max(store_->size(), size_t(e) + 1);
    ages_.resize(size);
    low_.resize(size);
  }
  if (known(e))
    return stored(e);
  pending_.push_back(e);
  while (!pending_.empty()) {
    const Expr next = pending_.back();
    if (known(next)) {
      pending_.pop_back();
      continue;
    }
    const braid_node &node = (*store_)[next];
    const size_t before = pending_.size();
    for (unsigned i = 0; i < OPERATIONS[node.op].operands; i++)
      if (const Expr wanted = operand(node, i); !known(wanted))
        pending_.push_back(wanted);
    if (pending_.size() != before)
      continue;
    compute(next);
    pending_.pop_back();
  }
  return stored(e);
}

} // namespace braid::expr
