// The deepest way of the newest run: stays near where it is, so neighbouring queries share most of their
// constraints, and subtrees are finished one after the other.
#include "explore/strategy.h"

namespace braid::explore {

namespace {

class DepthFirst : public Strategy {
public:
  void add(const Candidate &candidate) override { stack_.push_back(candidate); }

  std::optional<Candidate> take() override {
    if (stack_.empty())
      return std::nullopt;
    const Candidate candidate = stack_.back();
    stack_.pop_back();
    return candidate;
  }

private:
  std::vector<Candidate> stack_;
};

} // namespace

std::unique_ptr<Strategy> make_depth_first(const Knowledge &, uint64_t) { return std::make_unique<DepthFirst>(); }

} // namespace braid::explore
