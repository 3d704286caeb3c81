// What merging keeps about a decision on some run: what would have to hold, over the state of the program there,
// for something to happen that was impossible in everything that was explored behind it.
#pragma once

#include "explore/merging/run_state.h"
#include "explore/tree.h"

#include <set>

namespace braid::explore {

// All conditions together must not be possible.
struct Guard {
  std::vector<Expr> conditions;
  uint32_t check = 0; // an error, numbered by place and kind; 0: a way to go
};

struct MergeEntry {
  Node node = Tree::NONE; // of no meaning once it is complete
  TestNumber test = 0;    // a run that came by, and at which step
  uint32_t step = 0;
  bool is_complete = false; // all that is behind it was explored
  bool is_lost = false;     // something behind it cannot be said over the state here
  std::vector<Guard> guards;
  std::set<std::vector<Expr>> known;            // conditions of the guards
  std::map<StateSymbols::Place, uint64_t> pins; // what lies there must be this, or something else would happen
  uint64_t consumed = 0;                        // what was read of the input before it
  bool reads_input = false;                     // behind it more is read
  // What is read behind it and was there before: whether the program had written it, and what it was over the
  // input; 0 if that cannot be said.
  struct Live {
    bool is_written;
    Expr content;
  };
  std::map<StateSymbols::Place, Live> live;
  std::vector<Expr> constraints; // of the path before it, over the input, ascending; for CoverageGoal::CONTEXT
  RunState::Written written;     // before it, whether or not it is read again
};

} // namespace braid::explore
