// The layer of value sets: strided wrapped intervals for the variables of a query.
//
// In this order, and each only if the one before did not decide: the sets that the constraints give each variable
// alone; relations between variables by elimination and by their order; hulls; all assignments, if they are few;
// under-approximating boxes. Then the query goes on to the next layer. Models are evaluated before they are given.
#pragma once

#include "solver/layer.h"
#include "solver/values/problem.h"

#include <functional>

namespace braid::solver {

struct ValueSetOptions {
  bool order = true;
  bool enumeration = true;
  bool boxes = true;
};

class ValueSetLayer : public Layer {
public:
  ValueSetLayer(Session &session, std::unique_ptr<Layer> next, ValueSetOptions options = {})
      : Layer(session, "values", std::move(next)), options_(options), reader_(session.store) {}

protected:
  Answer answer(const Query &query) override;

private:
  // Values are given to `accepted`; those that it refuses are not the end of it.
  using Accepted = std::function<bool(const std::vector<Value> &)>;
  values::Outcome decide(const values::Problem &problem, values::State &state,
                         const std::vector<const values::Relation *> &relations, const Accepted &accepted) const;
  values::Positions smaller_core(const values::Problem &problem, values::Positions core) const;
  std::optional<Assignment> model_of(const Query &query, const values::Problem &problem,
                                     const std::vector<Value> &values);

  ValueSetOptions options_;
  values::Reader reader_;
};

} // namespace braid::solver
