// `braid report`: the findings of braid run, for people, for editors, and for continuous integration.
#pragma once

#include <CLI/CLI.hpp>

namespace braid::cli {

void add_report_command(CLI::App &app, int &exit_code);

} // namespace braid::cli
