#include "solver/slice_layer.h"

#include <algorithm>

namespace braid::solver {

namespace {

constexpr uint32_t NONE = UINT32_MAX;

} // namespace

bool SliceLayer::index(const Query &query) {
  Store &store = session_.store;
  const std::span<const Expr> all = query.constraints;
  first_.resize(store.symbols(), NONE);
  followed_.resize(store.symbols());
  if (++now_ == 0) {
    std::fill(followed_.begin(), followed_.end(), 0);
    now_ = 1;
  }
  size_t common = 0;
  while (common < all.size() && common < indexed_.size() && all[common] == indexed_[common])
    common++;
  if (common < indexed_.size()) {
    for (; links_.size() > begins_[common]; links_.pop_back())
      first_[links_.back().symbol] = links_.back().next;
    indexed_.resize(common);
    begins_.resize(common);
  }
  for (size_t i = common; i < all.size(); i++) {
    if (i % 8 == 7 && session_.stopped(query)) // supports may be long; what is indexed serves the next query
      return false;
    indexed_.push_back(all[i]);
    begins_.push_back(uint32_t(links_.size()));
    for (const Symbol symbol : store.support(all[i])) {
      links_.push_back({symbol, uint32_t(i), first_[symbol]});
      first_[symbol] = uint32_t(links_.size() - 1);
    }
  }
  taken_.assign(all.size(), false);
  return true;
}

std::vector<uint32_t> SliceLayer::group_of(const Query &query, uint32_t position) {
  std::vector<uint32_t> group{position};
  taken_[position] = true;
  for (size_t next = 0; next < group.size(); next++)
    for (const Symbol symbol : session_.store.support(query.constraints[group[next]])) {
      if (followed_[symbol] == now_)
        continue;
      followed_[symbol] = now_;
      for (uint32_t link = first_[symbol]; link != NONE; link = links_[link].next)
        if (const uint32_t other = links_[link].constraint; !taken_[other]) {
          taken_[other] = true;
          group.push_back(other);
        }
    }
  std::sort(group.begin(), group.end());
  return group;
}

Answer SliceLayer::ask(const Query &query, const std::vector<uint32_t> &positions) {
  Query smaller = query;
  std::vector<Expr> constraints;
  if (positions.size() != query.constraints.size()) {
    for (const uint32_t position : positions)
      constraints.push_back(query.constraints[position]);
    smaller.constraints = constraints;
  }
  Answer answer = pass(smaller);
  for (uint32_t &position : answer.core)
    position = positions[position];
  return answer;
}

// The last constraint is the last of its group, and the rest of the group holds as before.
Answer SliceLayer::answer_last(const Query &query) {
  return ask(query, group_of(query, uint32_t(query.constraints.size() - 1)));
}

Answer SliceLayer::answer_all(const Query &query) {
  Assignment model;
  if (query.previous != nullptr)
    model = *query.previous;
  Answer undecided;
  bool is_undecided = false;
  for (uint32_t i = 0; i < query.constraints.size(); i++) {
    if (taken_[i])
      continue;
    if (session_.stopped(query))
      return session_.stop_answer();
    const std::vector<uint32_t> group = group_of(query, i);
    if (query.previous != nullptr) {
      session_.evaluator.assign(*query.previous);
      if (std::all_of(group.begin(), group.end(),
                      [&](uint32_t at) { return session_.evaluator.holds(query.constraints[at]); }))
        continue;
    }
    Answer answer = ask(query, group);
    if (answer.verdict == Verdict::UNSATISFIABLE)
      return answer;
    if (answer.verdict == Verdict::UNKNOWN) {
      undecided = std::move(answer);
      is_undecided = true;
      continue;
    }
    for (const uint32_t at : group)
      for (const Symbol symbol : session_.store.support(query.constraints[at]))
        if (session_.store.is_array(session_.store.expression_of(symbol)))
          model.set_array(symbol, answer.model.array(symbol));
        else
          model.set(symbol, answer.model[symbol]);
  }
  return is_undecided ? undecided : Answer::satisfiable(std::move(model));
}

Answer SliceLayer::answer(const Query &query) {
  if (query.constraints.empty())
    return Answer::satisfiable(query.previous != nullptr ? *query.previous : Assignment());
  if (!index(query))
    return session_.stop_answer();
  return query.prefix_holds && query.previous != nullptr ? answer_last(query) : answer_all(query);
}

} // namespace braid::solver
