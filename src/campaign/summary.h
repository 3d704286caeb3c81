// What an exploration has to tell, while it runs and at its end.
#pragma once

#include "campaign/cost.h"
#include "campaign/finding.h"

namespace braid::campaign {

// What an onlooker sees; all at one moment.
struct Snapshot {
  std::chrono::nanoseconds elapsed{0}; // with that of earlier processes
  std::chrono::nanoseconds earlier{0}; // theirs
  explore::Statistics statistics;
  size_t covered = 0, ways = 0; // of all branches and switches of the program
  size_t unwatched = 0;         // ways that there was no room for
  size_t waiting = 0;
  size_t findings = 0;
  unsigned jobs = 1;
};

// What is left to say at the end.
struct Summary {
  Snapshot last;
  explore::Stop stop = explore::Stop::DONE;
  explore::CoverageGoal goal = explore::CoverageGoal::PATH;
  std::string error; // why it ended with Stop::ERROR, or which results could not be written after the end
  bool is_complete = false;
  std::vector<explore::Obstacles::Entry> obstacles;
  std::vector<explore::Site> asked; // calls answered by the machine, in the order of their places
  std::vector<results::Finding> findings;
  std::vector<results::Finding> not_confirmed; // the solver or a run says so, and the proof did not show it
  bool is_proving = false;                     // there is a build with sanitizers
  std::string proof_note;                      // why there is less proof than there could be; empty: no reason
  size_t not_proved = 0;                       // paths that were not run on the build with sanitizers
  std::map<std::string, uint64_t> not_checked; // why proofs say less than they should, in how many runs
  LayerSums layers;
  uint64_t processes = 1;         // that took part, one after the other
  size_t not_again = 0;           // tests of earlier ones that were not run again before the end
  size_t nodes = 0;               // of the tree
  bool anything_symbolic = false; // some value depended on the input
  std::vector<std::pair<std::string, size_t>> inputs; // each source, with the most bytes that were symbolic
  uint64_t memory = 0;                                // the most that one of them had, in bytes

  // Runs were made, and none of them had anything to do with the input: more of them would be the same.
  bool is_nothing_symbolic() const {
    return !anything_symbolic && last.statistics.runs != 0 && not_again == 0 && stop != explore::Stop::ERROR;
  }
};

} // namespace braid::campaign
