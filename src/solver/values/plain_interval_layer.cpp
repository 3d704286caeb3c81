#include "solver/values/plain_interval_layer.h"

#include <algorithm>

namespace braid::solver {

using namespace values;

Answer PlainIntervalLayer::answer(const Query &query) {
  reader_.forget_if_full();
  const Problem problem(reader_, session_.store, query);
  const bool has_strides = std::any_of(problem.bounds.begin(), problem.bounds.end(), [](const Bound &bound) {
    return std::any_of(bound.set->pieces().begin(), bound.set->pieces().end(),
                       [](const StridedInterval &piece) { return piece.stride != 1; });
  });
  if (problem.impossible)
    return Answer::unsatisfiable({*problem.impossible});
  if (!problem.complete || has_strides || !problem.relations.empty())
    return pass(query);
  const State state = problem.initial_state();
  if (state.empty)
    return Answer::unsatisfiable(state.reasons[*state.empty]);
  Assignment model;
  if (query.previous != nullptr)
    model = *query.previous;
  for (size_t i = 0; i < problem.variables.size(); i++)
    set_part(model, session_.store, problem.variables[i].part, state.sets[i].nearest(problem.variables[i].wanted));
  session_.evaluator.assign(model);
  const bool holds = std::all_of(query.constraints.begin(), query.constraints.end(),
                                 [&](Expr constraint) { return session_.evaluator.holds(constraint); });
  return holds ? Answer::satisfiable(std::move(model)) : pass(query);
}

} // namespace braid::solver
