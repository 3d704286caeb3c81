#include "results/path_ends.h"

#include <algorithm>
#include <charconv>
#include <tuple>

namespace braid::results {

namespace {

// One word of a path, such as 3+ or 7/12=2.
struct Step {
  uint32_t site = 0, caller = 0;
  std::string_view choice;

  explicit Step(std::string_view word) {
    take(word, site);
    if (word.starts_with('/')) {
      word.remove_prefix(1);
      take(word, caller);
    }
    choice = word;
  }

private:
  static void take(std::string_view &word, uint32_t &number) {
    const char *end = std::from_chars(word.data(), word.data() + word.size(), number).ptr;
    word.remove_prefix(size_t(end - word.data()));
  }
};

} // namespace

PathEnds::PathEnds(const Tree &tree) : tree_(tree) {
  ways_.reserve(tree.nodes.size() + tree.ends.size());
  for (size_t i = 0; i < tree.nodes.size(); i++)
    ways_.push_back({tree.nodes[i].parent, tree.nodes[i].choice, false, i});
  for (size_t i = 0; i < tree.ends.size(); i++)
    ways_.push_back({tree.ends[i].parent, tree.ends[i].choice, true, i});
  std::sort(ways_.begin(), ways_.end(), [](const Way &a, const Way &b) {
    return std::tie(a.parent, a.choice) < std::tie(b.parent, b.choice);
  });
}

const PathEnds::Way *PathEnds::find(uint32_t parent, std::string_view choice) const {
  const auto found = std::lower_bound(
      ways_.begin(), ways_.end(), std::tie(parent, choice),
      [](const Way &way, const auto &wanted) { return std::tie(way.parent, way.choice) < wanted; });
  return found != ways_.end() && found->parent == parent && found->choice == choice ? &*found : nullptr;
}

std::optional<size_t> PathEnds::end_of(std::string_view path) const {
  const Way *way = find(0, "");
  while (way != nullptr && !way->is_end && !path.empty()) {
    const size_t size = std::min(path.find(' '), path.size());
    const Step step(path.substr(0, size));
    path.remove_prefix(std::min(size + 1, path.size()));
    const TreeNode &node = tree_.nodes[way->index];
    if (step.site != node.site || step.caller != node.caller)
      return std::nullopt; // the program went elsewhere when the tree was made
    way = find(node.id, step.choice);
  }
  if (way == nullptr || !way->is_end)
    return std::nullopt;
  return way->index;
}

} // namespace braid::results
