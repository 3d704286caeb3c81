// Several strategies in turn: as long as one brings coverage it goes on, and when it has stopped doing so the next
// gets its chance. Each is good at what the others are bad at.
#include "explore/strategy.h"

#include <array>

namespace braid::explore {

namespace {

class Mixture : public Strategy {
public:
  Mixture(const Knowledge &knowledge, uint64_t seed)
      : members_{make_generational(knowledge, seed), make_uncovered_first(knowledge, seed),
                 make_random_path(knowledge, seed), make_depth_first(knowledge, seed)} {}

  void ran(const RunNews &news) override {
    for (const std::unique_ptr<Strategy> &member : members_)
      member->ran(news);
    without_news_ = news.new_ways != 0 ? 0 : without_news_ + 1;
    if (without_news_ >= PATIENCE) {
      current_ = (current_ + 1) % members_.size();
      without_news_ = 0;
    }
  }

  void add(const Candidate &candidate) override {
    for (const std::unique_ptr<Strategy> &member : members_)
      member->add(candidate);
  }

  std::optional<Candidate> take() override { return members_[current_]->take(); }

private:
  static constexpr unsigned PATIENCE = 100; // runs

  std::array<std::unique_ptr<Strategy>, 4> members_;
  size_t current_ = 0;
  unsigned without_news_ = 0;
};

} // namespace

std::unique_ptr<Strategy> make_mixture(const Knowledge &knowledge, uint64_t seed) {
  return std::make_unique<Mixture>(knowledge, seed);
}

} // namespace braid::explore
