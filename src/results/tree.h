// The tree of a results folder: every step that runs took, and what became of the ways that lead nowhere further.
#pragma once

#include "results/folder.h"

namespace braid::results {

struct TreeNode {
  uint32_t id = 0;
  uint32_t parent = 0; // id; 0 for the first step of all runs
  std::string choice;  // that led here from the parent, as in paths: + - =2 @4096 ! ?
  uint32_t site = 0;
  uint32_t caller = 0; // site that called the library model that the site is in; 0: none
  bool closed = false;
  bool complete = false;
};

struct TreeEnd {
  uint32_t parent = 0;
  std::string choice;
  std::string state; // "end", "infeasible", "unvisited", "unknown: time", ...
};

struct Tree {
  // In an order in which every node comes after its parent.
  std::vector<TreeNode> nodes;
  std::vector<TreeEnd> ends;
};

Tree read_tree(const Folder &folder);

} // namespace braid::results
