// Evaluation of the expressions of a trace under any contents of its sources.
//
// Nodes are in topological order, so evaluating all of them is one pass over the table: Evaluator, used on
// every run. Asking for a few labels under many inputs, as a solver does, needs only what these labels depend
// on: ConeEvaluator remembers what it has computed until the input changes. Both use the same semantics.h.
//
// Values are kept in 64-bit words; only a trace that has wider nodes pays for their high halves.
#pragma once

#include "trace/reader.h"

namespace braid::trace {

// Contents for each source of a trace. A new assignment is the run's own input. The bytes are not copied: they
// and the trace must live as long as the assignment.
class Assignment {
public:
  explicit Assignment(const View &view);

  void set(uint32_t source, std::span<const uint8_t> bytes) { sources_[source] = bytes; }
  std::span<const uint8_t> bytes(uint32_t source) const { return sources_[source]; }

  // A byte beyond the end of a source that became shorter reads as 0.
  uint8_t byte(uint32_t source, uint32_t offset) const {
    const std::span<const uint8_t> &bytes = sources_[source];
    return offset < bytes.size() ? bytes[offset] : uint8_t(0);
  }
  uint64_t size(uint32_t source) const { return sources_[source].size(); }

private:
  std::vector<std::span<const uint8_t>> sources_;
};

// Values of all labels. The view must outlive it.
class Evaluator {
public:
  explicit Evaluator(const View &view) : view_(&view) {}

  // Evaluates labels below `end` (at most all); others keep their former values.
  void run(const Assignment &assignment, size_t end = SIZE_MAX);

  Value operator[](Label label) const {
    return high_.empty() ? low_[label] : Value(high_[label]) << 64 | low_[label];
  }
  // The low 64 bits, as recorded in a node.
  uint64_t low(Label label) const { return low_[label]; }

private:
  template <bool Wide> void pass(const Assignment &assignment, Label end);
  bool is_wide(const braid_node &node) const;
  void wide(Label label);

  const View *view_;
  std::vector<uint64_t> low_, high_; // high_ only if the trace has nodes of more than 64 bits
};

// Values of chosen labels and of nothing else. The view must outlive it.
class ConeEvaluator {
public:
  explicit ConeEvaluator(const View &view);

  // Forgets all values; takes no time that grows with the trace.
  void assign(Assignment assignment);
  Value value(Label label);

private:
  bool known(Label label) const { return age_[label] == now_; }

  const View *view_;
  Assignment assignment_;
  std::vector<Value> values_;
  std::vector<uint32_t> age_; // the assignment for which a value holds
  uint32_t now_ = 1;
  std::vector<Label> pending_;
};

} // namespace braid::trace
