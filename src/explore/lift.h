// From the trace of a run to expressions that a solver understands.
//
// The nodes of a trace and those of a store are alike, so lifting is one pass over the table in the order of the
// labels, which makes each node again with the rules of the store. Only what events need is made: most nodes of
// most traces never reach a decision.
//
// From the expressions follow the constraints of the path: what the run's own decisions ask of an input that
// takes the same path. And at each decision there are alternatives: what an input must satisfy, in addition to
// the constraints before it, to go another way there.
#pragma once

#include "explore/input_symbols.h"
#include "expr/evaluate.h"
#include "trace/reader.h"

namespace braid::explore {

// Something that the path asks for: the direction of a branch, the case of a switch, an assumption, or the value
// that an address, a target or a length had when the run made it concrete.
struct PathConstraint {
  Expr condition; // one bit
  uint32_t event; // that asks for it; a switch whose default was taken asks once for each of its cases
  uint32_t site;
};

// Another way to go at an event.
struct Alternative {
  Expr condition;  // one bit; may be false, if the rules see that nothing can go there
  uint32_t event;  // where the ways part
  uint32_t site;   //
  uint32_t choice; // branch: 1 for taken; switch: the number of the case from 1, or 0 for the default
};

// The view must outlive it, and so must the symbols and their store.
class Lift {
public:
  Lift(const trace::View &view, expr::Store &store, InputSymbols &symbols);

  // Of a label that an event mentions, or that such a label depends on; 0 for others.
  Expr expression(trace::Label label) const { return expressions_[label]; }
  // How many nodes the events needed.
  size_t lifted() const { return lifted_; }

  // What all events together ask for, in their order. What every input satisfies is left out.
  const std::vector<PathConstraint> &path() const { return path_; }
  // The other ways at one event; none for events that decide nothing.
  std::vector<Alternative> alternatives(uint32_t event);

  // The run's own input as values of symbols.
  expr::Assignment assignment() const;
  // The contents for each source of the trace that a model asks for. Bytes without a symbol stay as they were in
  // the run, and so do symbols beyond those the model knows. A source becomes at most `longest` bytes long.
  std::vector<std::vector<uint8_t>> contents(const expr::Assignment &model, size_t longest) const;

private:
  std::vector<bool> needed() const;
  void lift_nodes();
  Expr lifted(const braid_node &node);
  void add_event(uint32_t number);
  Expr equal(Expr e, expr::Value value);
  expr::Value recorded(trace::Label label);

  const trace::View &view_;
  expr::Store &store_;
  InputSymbols &symbols_;
  std::vector<uint32_t> sources_; // number of each source of the trace in symbols_
  std::vector<Expr> expressions_; // by label
  size_t lifted_ = 0;
  std::vector<PathConstraint> path_;
};

} // namespace braid::explore
