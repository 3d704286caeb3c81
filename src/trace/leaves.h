// The leaves of a trace for the printers of expressions: bytes and lengths of sources, by the sources' names.
#pragma once

#include "expr/leaves.h"
#include "trace/names.h"

namespace braid::trace {

// The view must outlive it.
class TraceLeaves : public Leaves {
public:
  explicit TraceLeaves(const View &view) : view_(&view), names_(view) {}

  const SourceNames &names() const { return names_; }

  std::string name(Label leaf) const override;
  bool is_size(Label leaf) const override { return view_->node(leaf).op == BRAID_OP_SIZE; }
  std::optional<Bytes> byte(Label leaf) const override;
  std::string name(const Bytes &bytes) const override;
  bool is_variable(const Bytes &bytes) const override;
  std::string smtlib_name(Label leaf) const override;
  uint64_t order(Label leaf) const override;
  const Table &table(Label leaf) const override;

private:
  const View *view_;
  SourceNames names_;
  mutable std::unordered_map<Label, Table> tables_; // of MEMORY nodes, as they are asked for
};

} // namespace braid::trace
