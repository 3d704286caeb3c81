// What an exploration has cost: time, queries, memory. Running the tests of an earlier process again brings back
// what they showed, but not what it took to find them, so that is kept in the state, and added up.
#pragma once

#include "explore/exploration.h"
#include "solver/layer.h"

#include <map>
#include <string>

namespace braid::campaign {

using LayerSums =
    std::vector<std::pair<std::string, solver::LayerStatistics>>; // by name, in the order of the chain

void add_layers(LayerSums &sums, const LayerSums &more);

struct Cost {
  uint64_t processes = 0;
  std::chrono::nanoseconds elapsed{0};
  explore::Statistics statistics; // only what tests that run again do not show
  LayerSums layers;
  uint64_t memory = 0;                         // the most that one of them had
  std::map<std::string, uint64_t> not_checked; // why runs on builds with sanitizers say less than they should

  void add(const Cost &more);
  std::string text() const;
};

// As text() wrote it; nothing if that cannot be read.
Cost cost_of(const std::string &text);

// Adds what tests that run again do not show.
void add_cost(explore::Statistics &sums, const explore::Statistics &more);

} // namespace braid::campaign
