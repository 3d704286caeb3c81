// Z3 as a judge: asked directly, by a translation of its own, so that nothing of the solver under test can make
// both wrong in the same way.
#pragma once

#include "solver/query.h"

#include <z3.h>

namespace braid::solver::test {

class Z3Judge {
public:
  // The store must outlive it. Only bits; an expression with numbers or arrays is refused by an exception.
  explicit Z3Judge(const Store &store, unsigned milliseconds = 2000);
  ~Z3Judge();
  Z3Judge(const Z3Judge &) = delete;
  Z3Judge &operator=(const Z3Judge &) = delete;

  // UNKNOWN if the time was not enough.
  Verdict verdict(std::span<const Expr> constraints);

private:
  Z3_ast translated(Expr e);
  Z3_ast application(const braid_node &node);
  Z3_ast bit(Z3_ast condition);
  Z3_ast literal(Value value, unsigned width);
  Z3_ast extract(Z3_ast a, unsigned low, unsigned width);
  Z3_ast counted(const braid_node &node, Z3_ast a);

  const Store &store_;
  Z3_context context_;
  Z3_solver solver_;
  std::vector<Z3_ast> asts_; // by expression
};

} // namespace braid::solver::test
