#include "solver/contradiction_layer.h"

#include <algorithm>

namespace braid::solver {

Answer ContradictionLayer::answer(const Query &query) {
  const std::span<const Expr> all = query.constraints;
  if (all.empty())
    return pass(query);
  if (query.prefix_holds) {
    // Only the last can contradict.
    const Expr negated = session_.store.inverted(all.back());
    const auto found = std::find(all.begin(), all.end(), negated);
    if (found != all.end())
      return Answer::unsatisfiable({uint32_t(found - all.begin()), uint32_t(all.size() - 1)});
    return pass(query);
  }
  positions_.clear();
  for (uint32_t i = 0; i < all.size(); i++) {
    if (const auto found = positions_.find(session_.store.inverted(all[i])); found != positions_.end())
      return Answer::unsatisfiable({found->second, i});
    positions_.try_emplace(all[i], i);
  }
  return pass(query);
}

} // namespace braid::solver
