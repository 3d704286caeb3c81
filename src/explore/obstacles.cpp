#include "explore/obstacles.h"

#include <algorithm>
#include <tuple>

namespace braid::explore {

std::string_view obstacle_text(Obstacle obstacle) {
  static constexpr std::string_view TEXTS[] = {
      "decisions left out by --max-depth",
      "decisions left out by --max-iterations",
      "values left out by --max-values",
      "unknown to the solver: time (--solver-time-limit)",
      "unknown to the solver: memory (--solver-memory-limit)",
      "unknown to the solver: no layer can treat an operation",
      "unknown to the solver: the external solver failed",
      "unknown: no result seen of a function that is not instrumented leads there",
      "an input took another path than it was made for",
      "the same input took different paths",
      "a run went where the solver had said that no input goes; please report this",
      "a value that depends on input was lost",
      "the program started a thread",
      "the program made a process, which is not recorded",
      "runs ended by --run-time",
      "runs ended because their record was full",
      "runs ended because there was no memory for their labels",
      "the program destroyed the record of its run",
      "the program killed the process that serves it",
      "runs were killed from outside or by a limit",
      "runs ended in another program (exec), or in code that is not instrumented",
      "the program was refused memory (--run-memory)",
  };
  static_assert(std::size(TEXTS) == size_t(Obstacle::COUNT));
  return TEXTS[size_t(obstacle)];
}

void Obstacles::add(Obstacle kind, Site place, std::string_view detail, uint32_t test) {
  Met &met = all_[{kind, place, std::string(detail)}];
  if (met.count++ == 0)
    met.first_test = test;
}

std::vector<Obstacles::Entry> Obstacles::list() const {
  std::vector<Entry> list;
  list.reserve(all_.size());
  for (const auto &[key, met] : all_)
    list.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), met.count, met.first_test});
  // The most frequent first among those of a kind.
  std::sort(list.begin(), list.end(), [](const Entry &left, const Entry &right) {
    return std::tie(left.kind, right.count, left.place, left.detail) <
           std::tie(right.kind, left.count, right.place, right.detail);
  });
  return list;
}

} // namespace braid::explore
