// The self-check of a trace: is it true to the run that wrote it?
//
// Every node's recorded value must be what its operation gives on the values of its operands, beginning with
// the run's own input; every branch must have gone the way its condition says, every switch to the case its
// value selects. A trace that passes describes the run; one that does not shows a mistake in the
// instrumentation, in a library model or in the runtime, at the first place where symbolic and real
// execution part. All tests of the recording side use this as their judge.
//
// Two differences are none: a NaN recorded where another NaN is computed (which one depends on the order in
// which the compiler placed the operands), and a zero of the other sign from FMIN or FMAX (LLVM leaves it
// open). The recorded value is then used for what follows.
#pragma once

#include "trace/reader.h"

namespace braid::trace {

struct Mismatch {
  enum class Kind : uint8_t {
    READ,   // the trace is broken, see Problem
    VALUE,  // a node's recorded value is not what its operation gives
    EVENT,  // an event contradicts the value of its label
    ENDING, // the end of the run is recorded in two different ways
  };
  Kind kind;
  uint64_t number;  // of the node or event
  std::string text; // one readable line
};

struct CheckLimits {
  size_t mismatches = 10; // stop after so many
};

// The first mismatches, nodes before events; empty if the trace is true.
std::vector<Mismatch> check(const View &view, CheckLimits limits = {});

} // namespace braid::trace
