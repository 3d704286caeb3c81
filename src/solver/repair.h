// A model that nearly satisfies a constraint, changed so that it does.
//
// The value that the constraint needs is passed down to a symbol by undoing one operation after the other, all
// other operands being what they are in the model: from x + 3 == y follows x = y - 3. Where there is a choice
// (which operand of a comparison, which side of an inequality) each way gives a candidate. Nothing is promised:
// whoever uses a candidate evaluates the constraints with it.
#pragma once

#include "solver/query.h"

namespace braid::solver {

class Repair {
public:
  Repair(Store &store, expr::Evaluator &evaluator) : store_(store), evaluator_(evaluator) {}

  // The changes of a candidate: symbols with their new values.
  using Changes = std::vector<std::pair<Symbol, Value>>;
  // Candidates for making the constraint true, a handful at most; `model` does not satisfy it.
  std::vector<Changes> candidates(const Assignment &model, Expr constraint);
  // What gives an expression a value; nothing if there is no way.
  std::optional<Changes> change(const Assignment &model, Expr e, Value wanted);

private:
  void make_true(Expr condition, bool wanted, unsigned depth);
  void compare(const braid_node &node, bool wanted);
  void compare_numbers(const braid_node &node, bool wanted); // in repair_numbers.cpp
  void attempt(Expr e, Value wanted);
  // Adds to current_ what makes e have the value; false if there is no way.
  bool reach(Expr e, Value wanted, unsigned depth);
  bool reach_operation(const braid_node &node, Expr variable, Value other, bool left, Value wanted,
                       unsigned depth);
  // The same for floating point, where a result mostly has several preimages, or none: one near to it is taken.
  bool reach_number(const braid_node &node, uint64_t wanted, unsigned depth);
  bool reach_operand(const braid_node &node, bool left, uint64_t wanted, unsigned depth);
  bool depends(Expr e) { return !store_.support(e).empty(); }

  Store &store_;
  expr::Evaluator &evaluator_;
  Changes current_;
  std::vector<Changes> found_;
  unsigned visits_ = 0;
};

} // namespace braid::solver
