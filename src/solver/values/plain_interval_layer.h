// The earlier published technique, to compare with: plain intervals in place of strided wrapped ones.
//
// It follows what is said of PARTI ("PARTI: A Multi-interval Theory Solver for Symbolic Execution", Dustmann,
// Wehrle and Cadar, 2018): sets of intervals that neither wrap nor have strides, for constraints that compare one
// variable with a constant after sums, shifts and casts. A query with any other constraint is passed on.
#pragma once

#include "solver/layer.h"
#include "solver/values/problem.h"

namespace braid::solver {

class PlainIntervalLayer : public Layer {
public:
  PlainIntervalLayer(Session &session, std::unique_ptr<Layer> next)
      : Layer(session, "intervals", std::move(next)), reader_(session.store, values::Technique::PLAIN) {}

protected:
  Answer answer(const Query &query) override;

private:
  values::Reader reader_;
};

} // namespace braid::solver
