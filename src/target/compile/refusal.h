// What cannot be combined with Braid's instrumentation. A build that asks for it fails as with any compiler
// that lacks a feature, so that configure scripts can find out and do without; the message says what, why,
// and what to do instead.
#pragma once

#include "target/compile/invocation.h"

#include <string>

namespace braid::compile {

// The message for the person who builds, without the program's name; empty if nothing stands in the way.
std::string refusal(const Invocation &invocation);

} // namespace braid::compile
