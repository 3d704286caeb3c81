// What can come after what: a graph of points in the program, and how far each is from those that matter. Where
// the edges come from, the code (docs/trace-format.md) or runs that went there, makes no difference.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace braid::explore {

class Flow {
public:
  using Point = uint64_t;
  static constexpr uint32_t FAR = UINT32_MAX;

  // True if this is new.
  bool add(Point from, Point to);
  // Measures how many edges lead from each point to the nearest of these.
  void measure(std::span<const Point> goals);
  // As measured; FAR if no goal can be reached.
  uint32_t distance(Point point) const;

private:
  uint32_t number(Point point);

  std::unordered_map<Point, uint32_t> numbers_;
  std::vector<std::vector<uint32_t>> before_; // the points that lead to each
  std::unordered_set<uint64_t> edges_;        // both numbers
  std::vector<uint32_t> distances_;
};

} // namespace braid::explore
