// Generational search (as in SAGE): the run that brought the most new coverage is
// expanded, and expanding means all ways along its path, beyond the decision it was made for. That bound needs no
// number here: the ways before it belong to the runs that saw them first. A run that diverged has no score.
#include "explore/strategy.h"

#include <deque>
#include <map>

namespace braid::explore {

namespace {

class Generational : public Strategy {
public:
  void ran(const RunNews &news) override { score_ = {news.diverged ? 0 : news.new_ways, ~news.test}; }

  void add(const Candidate &candidate) override { generations_[score_].push_back(candidate); }

  std::optional<Candidate> take() override {
    while (current_.empty()) {
      if (generations_.empty())
        return std::nullopt;
      const auto best = std::prev(generations_.end());
      current_ = std::move(best->second);
      generations_.erase(best);
    }
    const Candidate candidate = current_.front();
    current_.pop_front();
    return candidate;
  }

private:
  using Score = std::pair<uint32_t, TestNumber>; // among equals the oldest run comes first

  std::map<Score, std::deque<Candidate>> generations_;
  Score score_;                   // of the run whose ways are added
  std::deque<Candidate> current_; // is expanded
};

} // namespace

std::unique_ptr<Strategy> make_generational(const Knowledge &, uint64_t) {
  return std::make_unique<Generational>();
}

} // namespace braid::explore
