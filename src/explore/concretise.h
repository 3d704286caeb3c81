// What to do about values that were lost: handed to code that Braid does not see through.
//
// Where an address, a target or a length depends on input, the run goes on with the value it had. What follows is
// true of inputs that give the same value, and of no others: so the path asks for that value, and other values are
// other ways to go (StepKind::VALUE). For values that went into a black box there is a choice:
//
// SOUND asks for the value as well. Every path condition is then true of all its inputs, and no path is missed as
// long as other values can be tried; but there may be many of them.
// UNSOUND asks for nothing. Few queries fail, more inputs are tried, and some of them take another path than
// expected, which is noticed and counted as a divergence.
// SAMPLED asks for nothing where a function got integers and returned one: the result is a symbol of its own, and
// what is known about it are the pairs of arguments and results that were seen (samples.h). Everything else that
// is lost is asked for as by SOUND.
#pragma once

#include "trace/format.h"

#include <cstdint>

namespace braid::explore {

enum class Concretise : uint8_t { SOUND, UNSOUND, SAMPLED };

// Whether what the program does next may depend on a value lost for this reason. What was only shown to somebody
// outside does not come back.
inline bool comes_back(uint16_t lost) { return lost != BRAID_LOST_OUTPUT && lost != BRAID_LOST_OVERWRITTEN; }

// Whether a path that lost a value for this reason asks for the value.
inline bool asks_for_value(uint16_t lost, Concretise policy) {
  return policy != Concretise::UNSOUND && comes_back(lost);
}

} // namespace braid::explore
