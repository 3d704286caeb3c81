// A simpler input that does the same: shorter, and with bytes that people can read. Found by trying, as delta
// debugging does: large pieces are left out first, then smaller ones.
#pragma once

#include "target/input.h"

#include <functional>
#include <optional>

namespace braid::campaign {

// Whether an input does the same; nothing if no more are to be run.
using DoesTheSame = std::function<std::optional<bool>(const target::Input &)>;

// The simplest that was found; the input itself, if there is none. Sources that are no input stay as they are,
// and those of a fixed length keep it.
target::Input simpler_input(target::Input input, const DoesTheSame &does_the_same);

} // namespace braid::campaign
