#include "solver/values/value_set_layer.h"

#include "solver/values/boxes.h"
#include "solver/values/elimination.h"
#include "solver/values/enumeration.h"
#include "solver/values/hulls.h"
#include "solver/values/order.h"

#include <algorithm>

namespace braid::solver {

using namespace values;

namespace {

constexpr size_t MAX_CORE_TO_SHRINK = 24; // a larger core costs more to make small than it gains

} // namespace

Answer ValueSetLayer::answer(const Query &query) {
  reader_.forget_if_full();
  const Problem problem(reader_, session_.store, query);
  if (problem.impossible)
    return Answer::unsatisfiable({*problem.impossible});
  std::optional<Assignment> model;
  const auto accepted = [&](const std::vector<Value> &values) {
    model = model_of(query, problem, values);
    return model.has_value();
  };
  State state = problem.initial_state();
  Outcome outcome = decide(problem, state, problem.active_relations(), accepted);
  if (outcome.verdict == Verdict::UNSATISFIABLE)
    return Answer::unsatisfiable(smaller_core(problem, std::move(outcome.core)));
  if (outcome.verdict == Verdict::SATISFIABLE)
    return Answer::satisfiable(std::move(*model));
  if (std::optional<Positions> core = refuted_by_hulls(session_.store, query, problem, state))
    return Answer::unsatisfiable(std::move(*core));
  if (options_.enumeration)
    if (Answer answer = decide_by_enumeration(session_, query, problem, state); answer.verdict != Verdict::UNKNOWN)
      return answer;
  if (options_.boxes && !problem.relations.empty() && find_in_boxes(problem, state, accepted))
    return Answer::satisfiable(std::move(*model));
  return pass(query);
}

Outcome ValueSetLayer::decide(const Problem &problem, State &state, const std::vector<const Relation *> &relations,
                              const Accepted &accepted) const {
  if (state.empty)
    return Outcome::unsatisfiable(state.reasons[*state.empty]);
  // More relations than variables make a circle, which elimination leaves open.
  const bool has_circle = relations.size() >= problem.variables.size();
  for (const bool by_order : {has_circle, !has_circle}) {
    if (by_order && (!options_.order || relations.empty()))
      continue;
    Outcome outcome =
        by_order ? decide_by_order(problem, state, relations) : decide_by_elimination(problem, state, relations);
    if (outcome.verdict == Verdict::UNSATISFIABLE ||
        (outcome.verdict == Verdict::SATISFIABLE && accepted(outcome.values)))
      return outcome;
  }
  return {};
}

// Leaves out constraints one by one, as long as the rest is still impossible.
Positions ValueSetLayer::smaller_core(const Problem &problem, Positions core) const {
  if (core.size() > MAX_CORE_TO_SHRINK)
    return core;
  for (size_t i = 0; i < core.size() && core.size() > 1;) {
    Positions fewer = core;
    fewer.erase(fewer.begin() + ptrdiff_t(i));
    State state = problem.initial_state(&fewer);
    Outcome outcome =
        decide(problem, state, problem.active_relations(&fewer), [](const std::vector<Value> &) { return true; });
    if (outcome.verdict != Verdict::UNSATISFIABLE) {
      i++;
      continue;
    }
    core = std::move(outcome.core); // those before position i are needed by it too
  }
  return core;
}

// Nothing if it does not satisfy the query.
std::optional<Assignment> ValueSetLayer::model_of(const Query &query, const Problem &problem,
                                                  const std::vector<Value> &values) {
  Assignment model;
  if (query.previous != nullptr)
    model = *query.previous;
  for (size_t i = 0; i < values.size(); i++)
    set_part(model, session_.store, problem.variables[i].part, values[i]);
  session_.evaluator.assign(model);
  const bool holds = std::all_of(query.constraints.begin(), query.constraints.end(),
                                 [&](Expr constraint) { return session_.evaluator.holds(constraint); });
  return holds ? std::optional(std::move(model)) : std::nullopt;
}

} // namespace braid::solver
