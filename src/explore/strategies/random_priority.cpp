// Each way gets a random priority when it is seen. Unlike a choice among all that are
// open, a way that was unlucky stays so, and whole subtrees may come before it.
#include "explore/strategies/priority.h"

namespace braid::explore {

namespace {

class RandomPriority : public ByPriority {
public:
  explicit RandomPriority(uint64_t seed) : random_(seed) {}

protected:
  uint64_t priority(const Candidate &) override { return random_.next(); }

private:
  Random random_;
};

} // namespace

std::unique_ptr<Strategy> make_random_priority(const Knowledge &, uint64_t seed) {
  return std::make_unique<RandomPriority>(seed);
}

} // namespace braid::explore
