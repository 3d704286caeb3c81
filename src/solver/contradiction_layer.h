// Layer 3: one constraint is the negation of another.
//
// Expressions have one form, and so have their negations: asking is one look-up.
#pragma once

#include "solver/layer.h"

namespace braid::solver {

class ContradictionLayer : public Layer {
public:
  ContradictionLayer(Session &session, std::unique_ptr<Layer> next)
      : Layer(session, "contradiction", std::move(next)) {}

protected:
  Answer answer(const Query &query) override;

private:
  std::unordered_map<Expr, uint32_t> positions_;
};

} // namespace braid::solver
