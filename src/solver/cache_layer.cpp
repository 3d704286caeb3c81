#include "solver/cache_layer.h"

#include <algorithm>

namespace braid::solver {

namespace {

// Models tried for one query.
constexpr size_t MOST_TRIES = 6;
// Constraints under which satisfied sets are looked for, from the last one back.
constexpr size_t LOOKED_UNDER = 4;

} // namespace

bool CacheLayer::find_unsatisfiable(const Query &query, std::vector<uint32_t> &core) {
  // With a prefix that holds every core has the last constraint, which is what it was filed under if it came from
  // the same place; otherwise any constraint may be the one.
  for (size_t i = query.constraints.size(); i != 0; i--) {
    const auto found = cores_.find(query.constraints[i - 1]);
    if (found == cores_.end())
      continue;
    for (const uint32_t number : found->second.entries) {
      const std::vector<Expr> &known = entries_[number].constraints;
      if (number == 0 || !std::includes(sorted_.begin(), sorted_.end(), known.begin(), known.end()))
        continue;
      for (uint32_t at = 0; at < query.constraints.size(); at++)
        if (std::binary_search(known.begin(), known.end(), query.constraints[at]))
          core.push_back(at);
      return true;
    }
  }
  return false;
}

bool CacheLayer::try_model(const Query &query, const Entry &entry, Assignment &model) {
  model = query.previous != nullptr ? *query.previous : Assignment();
  // Only symbols of the query: the entry may have been about more.
  for (const Expr constraint : query.constraints)
    for (const Symbol symbol : session_.store.support(constraint)) {
      const auto found = std::lower_bound(entry.model.begin(), entry.model.end(), std::pair(symbol, Value(0)));
      if (found != entry.model.end() && found->first == symbol)
        model.set(symbol, found->second);
      for (const auto &[array, value] : entry.arrays)
        if (array == symbol)
          model.set_array(array, value);
    }
  return session_.satisfies(model, query.constraints);
}

bool CacheLayer::find_satisfiable(const Query &query, Assignment &model) {
  size_t tries = 0;
  const size_t count = query.constraints.size(), least = count > LOOKED_UNDER ? count - LOOKED_UNDER : 0;
  std::array<uint32_t, MOST_TRIES> tried{};
  for (size_t i = count; i != least; i--) {
    const auto found = models_.find(query.constraints[i - 1]);
    if (found == models_.end())
      continue;
    for (const uint32_t number : found->second.entries) {
      if (number == 0 || std::find(tried.begin(), tried.end(), number) != tried.end())
        continue;
      if (try_model(query, entries_[number], model))
        return true;
      tried[tries++] = number;
      if (tries == MOST_TRIES)
        return false;
    }
  }
  return false;
}

uint32_t CacheLayer::add(Entry entry) {
  if (entries_.size() >= options_.most_entries) {
    entries_.resize(1);
    cores_.clear();
    models_.clear();
  }
  entries_.push_back(std::move(entry));
  return uint32_t(entries_.size() - 1);
}

void CacheLayer::keep_core(const Query &query, const std::vector<uint32_t> &core) {
  Entry entry;
  for (const uint32_t position : core)
    entry.constraints.push_back(query.constraints[position]);
  if (entry.constraints.empty() || entry.constraints.size() > options_.largest)
    return;
  const Expr last = entry.constraints.back();
  std::sort(entry.constraints.begin(), entry.constraints.end());
  const uint32_t number = add(std::move(entry));
  cores_[last].put(number);
}

void CacheLayer::keep(const Query &query, const Answer &answer) {
  if (answer.verdict == Verdict::UNSATISFIABLE)
    return keep_core(query, answer.core);
  if (answer.verdict != Verdict::SATISFIABLE || query.constraints.size() > options_.largest)
    return;
  Entry entry;
  entry.constraints = sorted_;
  for (const Expr constraint : query.constraints)
    for (const Symbol symbol : session_.store.support(constraint)) {
      if (session_.store.is_array(session_.store.expression_of(symbol)))
        entry.arrays.emplace_back(symbol, answer.model.array(symbol));
      else
        entry.model.emplace_back(symbol, answer.model[symbol]);
    }
  std::sort(entry.model.begin(), entry.model.end());
  entry.model.erase(std::unique(entry.model.begin(), entry.model.end()), entry.model.end());
  entry.model.shrink_to_fit(); // it was filled once for each constraint
  const uint32_t number = add(std::move(entry));
  for (const Expr constraint : query.constraints)
    models_[constraint].put(number);
}

Answer CacheLayer::answer(const Query &query) {
  sorted_.assign(query.constraints.begin(), query.constraints.end());
  std::sort(sorted_.begin(), sorted_.end());
  std::vector<uint32_t> core;
  if (find_unsatisfiable(query, core))
    return Answer::unsatisfiable(std::move(core));
  Assignment model;
  if (find_satisfiable(query, model))
    return Answer::satisfiable(std::move(model));
  Answer answer = pass(query);
  keep(query, answer);
  return answer;
}

} // namespace braid::solver
