// The proof that everything works together: two small programs, one in C and one in C++, are compiled with
// Braid's compilers, run plainly, run by the executor, and must then be seen to depend on their input.
#pragma once

#include "target/compile/toolchain.h"
#include "target/doctor/check.h"

namespace braid::doctor {

// `prefix` is where bin/braid-cc is.
// Are programs kept from harming their user?
Checks check_sandbox();

Checks check_probes(const std::string &prefix);

} // namespace braid::doctor
