// --input-functions and --error-functions of braid run: what functions of the program, or of its libraries, are
// for.
#pragma once

#include "proof/functions.h"

#include <CLI/CLI.hpp>

namespace braid::cli {

struct RunOptions;

void add_input_functions(CLI::App &command, RunOptions &options, const std::string &group);
void add_error_functions(CLI::App &command, RunOptions &options, const std::string &group);

// Throws UsageError if something is not a name, or cannot be for a program that was built elsewhere.
proof::Functions functions_of(const RunOptions &options, bool is_built_here);

} // namespace braid::cli
