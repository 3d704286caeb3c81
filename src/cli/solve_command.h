// `braid solve`: answers scripts in SMT-LIB with our solver.
#pragma once

#include <CLI/CLI.hpp>

namespace braid::cli {

void add_solve_command(CLI::App &app, int &exit_code);

} // namespace braid::cli
