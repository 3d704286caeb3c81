// The tree as a drawing, in the language of Graphviz: a box for each step, labelled with its place; an arrow for
// each way from it; and for ways that lead nowhere further, what became of them, in colours (docs/export.md has
// the table).
//
// Nobody can look at thousands of boxes, and Graphviz cannot place them. A tree that is larger than the limit is
// drawn shorter in two ways. Steps from which only one way can be gone become one box. If that is not enough, only
// the boxes nearest to the first are drawn, and what would follow is counted.
#pragma once

#include "results/request.h"
#include "results/tree.h"

#include <ostream>

namespace braid::results {

void draw_tree(std::ostream &out, const Folder &folder, const Tree &tree, uint32_t most_nodes);

void write_dot(const Folder &folder, const Request &request, Account &account);

} // namespace braid::results
