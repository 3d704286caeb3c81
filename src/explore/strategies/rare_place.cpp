// Ways at places that were seldom tried come first, so a busy loop waits for the rest of the program.
#include "explore/strategies/priority.h"

namespace braid::explore {

namespace {

class RarePlace : public ByPriority {
protected:
  uint64_t priority(const Candidate &candidate) override {
    if (candidate.site >= seen_.size())
      seen_.resize(candidate.site + size_t(1));
    return UINT64_MAX - seen_[candidate.site]++;
  }

private:
  std::vector<uint64_t> seen_; // ways added so far, by site
};

} // namespace

std::unique_ptr<Strategy> make_rare_place(const Knowledge &, uint64_t) { return std::make_unique<RarePlace>(); }

} // namespace braid::explore
