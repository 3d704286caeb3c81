// braid run: explores a program.
#pragma once

#include <CLI/CLI.hpp>

namespace braid::cli {

void add_run_command(CLI::App &app, int &exit_code);

} // namespace braid::cli
