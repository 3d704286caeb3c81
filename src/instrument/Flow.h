// The control flow of a module, reduced to its decisions: what can come next after each way of each branch and
// switch, whichever runs there were. A search that wants code nobody has reached needs to know what lies behind
// ways nobody has gone.
//
// The points of this graph have 64-bit names: a decision (its site id), a way of it
// (braid_way_point in trace/format.h), a call (the site id of its place), the beginning and the end of a function.
// From a call the flow goes to the beginning of the function, and on behind the call; from the end of a function
// to all calls of it, whoever called in truth. Indirect calls and exceptions lead nowhere: such edges are seen in
// runs.
#pragma once

#include "instrument/Sites.h"

#include "llvm/ADT/SetVector.h"

namespace braid {

using FlowEdge = std::pair<uint64_t, uint64_t>; ///< from, to
using FlowEdges = llvm::SetVector<FlowEdge>;

/// Adds the edges of one function, which must not be instrumented yet.
void addFlow(const llvm::Function &function, const Sites &sites, FlowEdges &edges);

} // namespace braid
