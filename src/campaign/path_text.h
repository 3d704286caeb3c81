// How paths are written in results: one word for each step.
#pragma once

#include "explore/path.h"

namespace braid::campaign {

// + and - for a branch that was taken or not, =2 for a way of a switch, @4096 for a value, ! and ? for an
// assumption that holds or does not.
std::string choice_text(explore::StepKind kind, uint64_t choice);

} // namespace braid::campaign
