#include "explore/passages.h"

#include <bit>

namespace braid::explore {

bool Passages::add(const Path &path) {
  counts_.clear();
  for (const Step &step : path.steps)
    if (step.kind != StepKind::VALUE) // of which there are as many ways as numbers
      counts_[(uint64_t(step.site) << 36) ^ (uint64_t(step.caller) << 8) ^ (step.choice & 0xff)]++;
  bool is_new = false;
  for (const auto &[way, count] : counts_) {
    const uint64_t level = count < 4 ? count : 2 + uint64_t(std::bit_width(count));
    is_new |= seen_.insert(way * 64 + level).second;
  }
  return is_new;
}

} // namespace braid::explore
