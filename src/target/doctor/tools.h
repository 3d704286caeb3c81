// Are the parts there that turn a program into an instrumented one, and do they fit each other?
#pragma once

#include "target/compile/toolchain.h"
#include "target/doctor/check.h"

namespace braid::doctor {

// Clang, its version against the LLVM that the plugin was built for, the plugin, what is linked into programs.
Checks check_compiler(const compile::Toolchain &toolchain);

// CaDiCaL and Z3.
Checks check_solvers();

// The version in what `clang --version` prints, such as "19.1.7"; empty if there is none.
std::string clang_version(const std::string &output);

} // namespace braid::doctor
