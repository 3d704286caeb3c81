// One run of a program that is not instrumented, or not meant to be recorded: started anew, with the same limits
// and the same view of its output as in an executor. For replaying inputs on other builds, and for tests that
// compare the two.
#pragma once

#include "target/attention.h"
#include "target/input.h"
#include "target/outcome.h"
#include "target/program.h"

namespace braid::target {

// Standard input, files, arguments and environment variables are given to the program; marks, calls and data need
// a harness in the program and are not.
Outcome run_plain(const Program &program, const Input &input, const Limits &limits = {},
                  const Attention &attention = {});

} // namespace braid::target
