#include "solver/reuse_layer.h"

#include <algorithm>

namespace braid::solver {

// The symbols of the query, and in the scratch their previous values.
void ReuseLayer::begin(const Query &query) {
  symbols_.clear();
  marks_.resize(session_.store.symbols());
  if (++now_ == 0) {
    std::fill(marks_.begin(), marks_.end(), 0);
    now_ = 1;
  }
  for (const Expr constraint : query.constraints)
    for (const Symbol symbol : session_.store.support(constraint))
      if (!is_asked(symbol)) {
        marks_[symbol] = now_;
        symbols_.push_back(symbol);
      }
  for (const Symbol symbol : symbols_) {
    scratch_.set(symbol, query.previous != nullptr ? (*query.previous)[symbol] : 0);
    if (session_.store.is_array(session_.store.expression_of(symbol)))
      scratch_.set_array(symbol, query.previous != nullptr ? query.previous->array(symbol) : expr::ArrayValue());
  }
}

bool ReuseLayer::try_values(const Query &query, const Values &values) {
  Values before;
  for (const auto &[symbol, value] : values)
    if (is_asked(symbol)) {
      before.emplace_back(symbol, scratch_[symbol]);
      scratch_.set(symbol, value);
    }
  if (before.empty())
    return false;
  if (session_.satisfies(scratch_, query.constraints))
    return true;
  for (const auto &[symbol, value] : before)
    scratch_.set(symbol, value);
  return false;
}

bool ReuseLayer::try_repair(const Query &query) {
  const std::vector<Repair::Changes> candidates = repair_.candidates(scratch_, query.constraints.back());
  return std::any_of(candidates.begin(), candidates.end(),
                     [&](const Repair::Changes &changes) { return try_values(query, changes); });
}

void ReuseLayer::remember(const Query &query, const Assignment &model) {
  Values values;
  for (const Symbol symbol : symbols_) {
    const Value previous = query.previous != nullptr ? (*query.previous)[symbol] : 0;
    if (model[symbol] != previous)
      values.emplace_back(symbol, model[symbol]);
  }
  if (values.empty() || std::find(recent_.begin(), recent_.end(), values) != recent_.end())
    return;
  recent_[next_recent_] = std::move(values);
  next_recent_ = (next_recent_ + 1) % RECENT;
}

Answer ReuseLayer::found(const Query &query) {
  Assignment model;
  if (query.previous != nullptr)
    model = *query.previous;
  for (const Symbol symbol : symbols_)
    model.set(symbol, scratch_[symbol]);
  return Answer::satisfiable(std::move(model));
}

Answer ReuseLayer::answer(const Query &query) {
  if (query.constraints.empty())
    return pass(query);
  begin(query);
  if (session_.satisfies(scratch_, query.constraints))
    return found(query);
  for (const Values &values : recent_)
    if (try_values(query, values))
      return found(query);
  if (try_repair(query)) {
    Answer answer = found(query);
    remember(query, answer.model);
    return answer;
  }
  Answer answer = pass(query);
  if (answer.verdict == Verdict::SATISFIABLE)
    remember(query, answer.model);
  return answer;
}

} // namespace braid::solver
