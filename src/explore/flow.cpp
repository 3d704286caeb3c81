#include "explore/flow.h"

namespace braid::explore {

uint32_t Flow::number(Point point) {
  const auto [found, added] = numbers_.try_emplace(point, uint32_t(before_.size()));
  if (added)
    before_.emplace_back();
  return found->second;
}

bool Flow::add(Point from, Point to) {
  const uint32_t first = number(from), second = number(to);
  if (!edges_.insert(uint64_t(first) << 32 | second).second)
    return false;
  before_[second].push_back(first);
  return true;
}

void Flow::measure(std::span<const Point> goals) {
  std::vector<uint32_t> pending;
  for (const Point goal : goals)
    pending.push_back(number(goal));
  distances_.assign(before_.size(), FAR);
  for (const uint32_t goal : pending)
    distances_[goal] = 0;
  for (size_t next = 0; next < pending.size(); next++) {
    const uint32_t here = pending[next];
    for (const uint32_t each : before_[here])
      if (distances_[each] == FAR) {
        distances_[each] = distances_[here] + 1;
        pending.push_back(each);
      }
  }
}

uint32_t Flow::distance(Point point) const {
  const auto found = numbers_.find(point);
  return found == numbers_.end() || found->second >= distances_.size() ? FAR : distances_[found->second];
}

} // namespace braid::explore
