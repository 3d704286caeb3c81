// `braid trace`: runs a program once on one input and shows what was recorded.
#pragma once

#include <CLI/CLI.hpp>

namespace braid::cli {

void add_trace_command(CLI::App &app, int &exit_code);

} // namespace braid::cli
