// Goes down the tree from the root, at each step by chance, until it meets a way that nobody has gone. Ways near
// the root are more likely than in a choice among all: a loop that has made thousands of deep ways does not drown
// them.
#include "explore/strategy.h"

namespace braid::explore {

namespace {

class RandomPath : public Strategy {
public:
  RandomPath(const Knowledge &knowledge, uint64_t seed) : tree_(knowledge.tree), random_(seed) {}

  void add(const Candidate &candidate) override { all_.push_back(candidate); }

  std::optional<Candidate> take() override {
    for (unsigned attempt = 0; attempt < ATTEMPTS; attempt++)
      if (const std::optional<Candidate> found = go_down())
        return found;
    // Most of what is open is others' work, or values that nobody has asked for.
    if (all_.empty())
      return std::nullopt;
    std::swap(all_[random_.below(all_.size())], all_.back());
    const Candidate candidate = all_.back();
    all_.pop_back();
    return candidate;
  }

private:
  static constexpr unsigned ATTEMPTS = 4;

  std::optional<Candidate> go_down() {
    Node node = tree_.root();
    for (uint32_t depth = 0; node != Tree::NONE && !tree_.is_closed(node); depth++) {
      std::vector<Tree::Slot> open;
      for (const Tree::Slot &slot : tree_.slots(node))
        if (slot.node != Tree::NONE ? !tree_.is_closed(slot.node) : slot.way == Way::UNVISITED && !slot.is_other)
          open.push_back(slot);
      if (open.empty())
        return std::nullopt;
      const Tree::Slot &slot = open[random_.below(open.size())];
      if (slot.node == Tree::NONE)
        return Candidate{{node, depth, slot.choice}, tree_.test(node), tree_.site(node)};
      node = slot.node;
    }
    return std::nullopt;
  }

  const Tree &tree_;
  Random random_;
  std::vector<Candidate> all_;
};

} // namespace

std::unique_ptr<Strategy> make_random_path(const Knowledge &knowledge, uint64_t seed) {
  return std::make_unique<RandomPath>(knowledge, seed);
}

} // namespace braid::explore
