// Strategies that give each way a number when it is seen, and take the highest. Among equals the oldest comes
// first.
#pragma once

#include "explore/strategy.h"

#include <algorithm>

namespace braid::explore {

class ByPriority : public Strategy {
public:
  void add(const Candidate &candidate) final {
    heap_.push_back({priority(candidate), count_--, candidate});
    std::push_heap(heap_.begin(), heap_.end());
  }

  std::optional<Candidate> take() final {
    if (heap_.empty())
      return std::nullopt;
    std::pop_heap(heap_.begin(), heap_.end());
    const Candidate candidate = heap_.back().candidate;
    heap_.pop_back();
    taken(candidate);
    return candidate;
  }

protected:
  virtual uint64_t priority(const Candidate &candidate) = 0;
  virtual void taken(const Candidate &) {}

private:
  struct Entry {
    uint64_t priority;
    uint64_t age;
    Candidate candidate;
    bool operator<(const Entry &other) const {
      return priority != other.priority ? priority < other.priority : age < other.age;
    }
  };
  std::vector<Entry> heap_;
  uint64_t count_ = UINT64_MAX;
};

} // namespace braid::explore
