#include "trace/evaluate.h"

#include "expr/semantics.h"
#include "trace/objects.h"

#include <algorithm>

namespace braid::trace {

Assignment::Assignment(const View &view) {
  sources_.reserve(view.sources().size());
  for (uint32_t source = 0; source < view.sources().size(); source++)
    sources_.push_back(view.data(source));
}

namespace {

Value leaf(const braid_node &node, const Assignment &assignment) {
  switch (node.op) {
  case BRAID_OP_CONST:
    return constant_of(node);
  case BRAID_OP_INPUT:
    return assignment.byte(node.a, node.b);
  case BRAID_OP_SIZE:
    return assignment.size(node.a);
  default:
    return node.value; // of an object: its address
  }
}

} // namespace

void Evaluator::run(const Assignment &assignment, size_t end) {
  const size_t count = view_->nodes().size();
  low_.resize(count);
  if (view_->widest() > 64)
    high_.resize(count);
  end = std::min(end, count);
  if (high_.empty())
    pass<false>(assignment, Label(end));
  else
    pass<true>(assignment, Label(end));
}

bool Evaluator::is_wide(const braid_node &node) const {
  return node.width > 64 || (OPERATIONS[node.op].operands != 0 && view_->node(node.a).width > 64);
}

void Evaluator::wide(Label label) {
  const braid_node &node = view_->node(label);
  const unsigned operands = OPERATIONS[node.op].operands;
  const auto value_of = [this](Label each) { return (*this)[each]; };
  if (node.op == BRAID_OP_LOAD) {
    const Value value = loaded(*view_, node, value_of);
    low_[label] = uint64_t(value);
    high_[label] = uint64_t(value >> 64);
    return;
  }
  const Value b = node.op == BRAID_OP_EXTRACT ? Value(node.b) : operands > 1 ? (*this)[node.b] : 0;
  const Value value = apply<Value>(node.op, node.width, view_->node(node.a).width, (*this)[node.a], b,
                                   operands > 2 ? (*this)[node.c] : 0);
  low_[label] = uint64_t(value);
  high_[label] = uint64_t(value >> 64);
}

template <bool Wide> void Evaluator::pass(const Assignment &assignment, Label end) {
  const braid_node *nodes = view_->nodes().data();
  uint64_t *low = low_.data();
  for (Label label = 1; label < end; label++) {
    const braid_node &node = nodes[label];
    if (OPERATIONS[node.op].shape == Shape::LEAF) {
      const Value value = leaf(node, assignment);
      low[label] = uint64_t(value);
      if constexpr (Wide)
        high_[label] = uint64_t(value >> 64);
      continue;
    }
    if constexpr (Wide) {
      if (is_wide(node)) {
        wide(label);
        continue;
      }
      high_[label] = 0;
    }
    if (OPERATIONS[node.op].shape == Shape::MEMORY) [[unlikely]] {
      low[label] = node.op == BRAID_OP_STORE
                       ? node.value
                       : uint64_t(loaded(*view_, node, [this](Label each) { return (*this)[each]; }));
      continue;
    }
    // Fields that an operation does not use are 0, so reading them as labels is harmless; EXTRACT is the
    // exception with the number of a bit in b.
    const uint64_t b = node.op == BRAID_OP_EXTRACT ? node.b : low[node.b];
    low[label] = apply<uint64_t>(node.op, node.width, nodes[node.a].width, low[node.a], b, low[node.c]);
  }
}

ConeEvaluator::ConeEvaluator(const View &view)
    : view_(&view), assignment_(view), values_(view.nodes().size()), age_(view.nodes().size()) {}

void ConeEvaluator::assign(Assignment assignment) {
  assignment_ = std::move(assignment);
  if (++now_ == 0) { // after 2^32 assignments the old ages could be taken for new ones
    std::fill(age_.begin(), age_.end(), 0);
    now_ = 1;
  }
}

Value ConeEvaluator::value(Label label) {
  // Depth first with a stack of its own: expressions can be deeper than the machine's stack.
  pending_.push_back(label);
  while (!pending_.empty()) {
    const Label current = pending_.back();
    if (known(current)) {
      pending_.pop_back();
      continue;
    }
    const braid_node &node = view_->node(current);
    const Operation &operation = OPERATIONS[node.op];
    if (operation.shape == Shape::LEAF) {
      values_[current] = leaf(node, assignment_);
    } else {
      bool ready = true;
      for (unsigned i = 0; i < operation.operands; i++)
        if (!known(operand(node, i))) {
          pending_.push_back(operand(node, i));
          ready = false;
        }
      if (!ready)
        continue;
      if (operation.shape == Shape::MEMORY) {
        values_[current] = node.op == BRAID_OP_STORE
                               ? Value(node.value)
                               : loaded(*view_, node, [this](Label each) { return values_[each]; });
        age_[current] = now_;
        pending_.pop_back();
        continue;
      }
      const Value b = node.op == BRAID_OP_EXTRACT ? Value(node.b) : values_[node.b];
      values_[current] =
          apply<Value>(node.op, node.width, view_->node(node.a).width, values_[node.a], b, values_[node.c]);
    }
    age_[current] = now_;
    pending_.pop_back();
  }
  return values_[label];
}

} // namespace braid::trace
