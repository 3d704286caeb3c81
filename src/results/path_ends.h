// Where in the tree the path of a test ends.
#pragma once

#include "results/tree.h"

namespace braid::results {

class PathEnds {
public:
  // The tree must outlive it.
  explicit PathEnds(const Tree &tree);

  // The index of the end that the path leads to; nothing if the tree does not have the path. A path through a part
  // of the tree that was dropped leads to the end that stands for it.
  std::optional<size_t> end_of(std::string_view path) const;

private:
  struct Way {
    uint32_t parent;
    std::string_view choice;
    bool is_end;
    size_t index; // of the node or end
  };

  const Way *find(uint32_t parent, std::string_view choice) const;

  const Tree &tree_;
  std::vector<Way> ways_; // ordered by parent and choice
};

} // namespace braid::results
