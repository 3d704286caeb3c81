// The part of the exploration that is about merging paths: who does it, and what it has to know of the tree.
#include "explore/exploration.h"
#include "explore/merging/merge_book.h"

namespace braid::explore {

Exploration::~Exploration() = default;

void Exploration::merge_paths(const solver::Options &solver) {
  if (options_.goal != CoverageGoal::PATH)
    book_ = std::make_unique<MergeBook>(*this, options_.goal, solver);
}

bool Exploration::is_complete(Node node) {
  const std::lock_guard lock(mutex_);
  return tree_.is_complete(node);
}

bool Exploration::is_closed(Node node) {
  const std::lock_guard lock(mutex_);
  return tree_.is_closed(node);
}

std::vector<Node> Exploration::nodes_above(Node node) {
  const std::lock_guard lock(mutex_);
  std::vector<Node> nodes;
  for (; node != Tree::NONE; node = tree_.parent(node))
    nodes.push_back(node);
  return nodes;
}

} // namespace braid::explore
