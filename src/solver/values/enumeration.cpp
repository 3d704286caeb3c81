#include "solver/values/enumeration.h"

#include <algorithm>

namespace braid::solver::values {

namespace {

constexpr size_t MAX_ASSIGNMENTS = 1024;
constexpr size_t MAX_WORK = 1 << 15; // assignments times operations

// One unknown, and where its value goes.
struct Unknown {
  Part part;
  ValueSet set;
  Positions reasons;
};

// The variables of the problem and, alone, the other symbols of its constraints. Nothing if they have too many
// values.
std::optional<std::vector<Unknown>> unknowns(Store &store, const Query &query, const Problem &problem,
                                             const State &state) {
  std::vector<Unknown> result;
  std::vector<Symbol> owned;
  Value assignments = 1;
  for (size_t i = 0; i < problem.variables.size(); i++) {
    const Part &part = problem.variables[i].part;
    if (!state.sets[i].has_at_most(MAX_ASSIGNMENTS))
      return std::nullopt;
    assignments *= state.sets[i].last_index() + 1;
    if (assignments > MAX_ASSIGNMENTS)
      return std::nullopt;
    result.push_back({part, state.sets[i], state.reasons[i]});
    owned.insert(owned.end(), part.symbols.begin(), part.symbols.end());
  }
  std::sort(owned.begin(), owned.end());
  for (const Expr constraint : query.constraints)
    for (const Symbol symbol : store.support(constraint)) {
      if (std::binary_search(owned.begin(), owned.end(), symbol))
        continue;
      const Expr e = store.expression_of(symbol);
      const unsigned width = store.width(e);
      if (store.is_array(e) || width > 10)
        return std::nullopt;
      assignments <<= width;
      if (assignments > MAX_ASSIGNMENTS)
        return std::nullopt;
      result.push_back({{{symbol}, width}, ValueSet::full(width), {}});
      owned.insert(std::upper_bound(owned.begin(), owned.end(), symbol), symbol);
    }
  size_t operations = 0;
  for (const Expr constraint : query.constraints) {
    operations += store.count(constraint);
    if (operations * size_t(assignments) > MAX_WORK)
      return std::nullopt;
  }
  return result;
}

} // namespace

Answer decide_by_enumeration(Session &session, const Query &query, const Problem &problem, const State &state) {
  const std::optional<std::vector<Unknown>> all = unknowns(session.store, query, problem, state);
  if (!all)
    return Answer::unknown(Reason::THEORY);
  Assignment model;
  if (query.previous != nullptr)
    model = *query.previous;
  std::vector<Value> indices(all->size());
  for (const Unknown &unknown : *all)
    set_part(model, session.store, unknown.part, unknown.set.member(0));
  // Constraints that were false for some assignment; the one that was so last is tried first.
  std::vector<uint32_t> order(query.constraints.size());
  for (uint32_t i = 0; i < order.size(); i++)
    order[i] = i;
  std::vector<bool> used(order.size());
  for (;;) {
    session.evaluator.assign(model);
    const auto violated = std::find_if(order.begin(), order.end(), [&](uint32_t position) {
      return !session.evaluator.holds(query.constraints[position]);
    });
    if (violated == order.end())
      return Answer::satisfiable(std::move(model));
    used[*violated] = true;
    std::rotate(order.begin(), violated, violated + 1);
    size_t next = 0;
    for (; next < indices.size(); next++) {
      const Unknown &unknown = (*all)[next];
      indices[next] = indices[next] == unknown.set.last_index() ? 0 : indices[next] + 1;
      set_part(model, session.store, unknown.part, unknown.set.member(indices[next]));
      if (indices[next] != 0)
        break;
    }
    if (next == indices.size())
      break;
  }
  // Every assignment left a constraint of these violated, or was left out for a reason.
  Positions core;
  for (uint32_t position = 0; position < used.size(); position++)
    if (used[position])
      core.push_back(position);
  for (const Unknown &unknown : *all)
    add_positions(core, unknown.reasons);
  return Answer::unsatisfiable(std::move(core));
}

} // namespace braid::solver::values
