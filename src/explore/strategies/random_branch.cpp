// Any way, each as likely as the others.
#include "explore/strategy.h"

namespace braid::explore {

namespace {

class RandomBranch : public Strategy {
public:
  explicit RandomBranch(uint64_t seed) : random_(seed) {}

  void add(const Candidate &candidate) override { all_.push_back(candidate); }

  std::optional<Candidate> take() override {
    if (all_.empty())
      return std::nullopt;
    std::swap(all_[random_.below(all_.size())], all_.back());
    const Candidate candidate = all_.back();
    all_.pop_back();
    return candidate;
  }

private:
  Random random_;
  std::vector<Candidate> all_;
};

} // namespace

std::unique_ptr<Strategy> make_random_branch(const Knowledge &, uint64_t seed) {
  return std::make_unique<RandomBranch>(seed);
}

} // namespace braid::explore
