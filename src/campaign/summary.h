// What an exploration has to tell, while it runs and at its end.
#pragma once

#include "campaign/finding.h"
#include "solver/layer.h"

namespace braid::campaign {

// What an onlooker sees; all at one moment.
struct Snapshot {
  std::chrono::nanoseconds elapsed{0};
  explore::Statistics statistics;
  size_t covered = 0, known_ways = 0;
  size_t waiting = 0;
  size_t findings = 0;
  unsigned jobs = 1;
};

// What is left to say at the end.
struct Summary {
  Snapshot last;
  explore::Stop stop = explore::Stop::DONE;
  std::string error; // why it ended with Stop::ERROR
  bool is_complete = false;
  std::vector<explore::Obstacles::Entry> obstacles;
  std::vector<Finding> findings;
  std::vector<std::pair<std::string, solver::LayerStatistics>> layers;
  size_t nodes = 0;                                   // of the tree
  bool anything_symbolic = false;                     // some value depended on the input
  std::vector<std::pair<std::string, size_t>> inputs; // each source, with the most bytes that were symbolic
  uint64_t memory = 0;                                // the most that the engine had, in bytes
};

} // namespace braid::campaign
