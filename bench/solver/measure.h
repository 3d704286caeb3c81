// Replays recorded queries against a set-up of the solver and takes times.
//
// Every round starts with a fresh copy of the store and a fresh chain, and asks all queries in the recorded order,
// so that layers that remember find what they would have found in the exploration. Of all rounds each query keeps
// its shortest time: whatever else the machine did in between is left out, query by query.
#pragma once

#include "recorder.h"
#include "solver/chain.h"

namespace braid::bench {

// One query under one set-up. Times are nanoseconds.
struct Measured {
  solver::Verdict verdict = solver::Verdict::UNKNOWN;
  double time = 0;
  double time_before_bits = 0; // on the wall, in the layers before local search and the bit-blaster
  double time_of_search = 0;   // likewise, in local search
  bool reached_bits = false;   // no layer before it had the answer
};

// What a layer did, all queries together.
struct LayerSum {
  std::string name;
  uint64_t asked = 0, satisfiable = 0, unsatisfiable = 0, unknown = 0;
  double time = 0; // of one round, on the wall
};

struct Measurement {
  std::vector<Measured> queries; // as in the recording; those that were not chosen have the time 0
  std::vector<LayerSum> layers;  // in their order
};

// chosen: the queries to ask; empty for all.
Measurement measure(const Recording &recording, const solver::Options &options, unsigned rounds,
                    const std::vector<bool> &chosen = {});

} // namespace braid::bench
