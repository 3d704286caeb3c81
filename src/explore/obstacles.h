// Why it cannot be said that all paths were explored: what stood in the way, where, and how often.
#pragma once

#include "explore/site_table.h"

#include <map>
#include <vector>

namespace braid::explore {

enum class Obstacle : uint8_t {
  DEPTH,             // left out by --max-depth
  ITERATIONS,        // left out by --max-iterations
  VALUES,            // left out by --max-values
  TIME,              // the solver's answer was unknown: its time was up
  MEMORY,            // likewise: its memory was
  THEORY,            // likewise: nothing here can treat an operation in the query
  SOLVER,            // likewise: an external solver failed
  SAMPLES,           // no result seen of a function that is not instrumented leads there
  DIVERGED,          // an input took another path than it was made for
  NOT_DETERMINISTIC, // the same input took two paths
  REFUTED,           // a run went where the solver had said that no input goes
  LOST,              // a value that depends on input went where it cannot be followed
  THREAD,            // the program started a thread
  FORK,              // the program made a process, which is not recorded
  TIMED_OUT,         // a run was ended by its time limit
  TABLE_FULL,        // a run was ended because its record had no more room
  RUN_MEMORY,        // a run was ended because there was no memory for its labels
  BROKEN,            // the program destroyed the record of its run
  SERVER,            // the program killed the process that serves it
  KILLED,            // a run was killed by a signal that somebody sends from outside, or by a limit
  ELSEWHERE,         // a run ended where nothing is recorded: in another program (exec), in a library
  REFUSED,           // the program was refused memory because of a limit, and noticed
  COUNT
};

// A line for a person, such as "left out by --max-depth".
std::string_view obstacle_text(Obstacle obstacle);

class Obstacles {
public:
  // With the number of the test that met it, as people know it, if it is about a run.
  void add(Obstacle kind, Site place, std::string_view detail = {}, uint32_t test = 0);
  bool empty() const { return all_.empty(); }

  struct Entry {
    Obstacle kind;
    Site place;
    std::string detail;
    uint64_t count;
    uint32_t test; // the first that met it; 0: it is not about runs
  };
  // By kind, the most frequent first.
  std::vector<Entry> list() const;

private:
  struct Met {
    uint64_t count = 0;
    uint32_t first_test = 0;
  };
  std::map<std::tuple<Obstacle, Site, std::string>, Met> all_;
};

} // namespace braid::explore
