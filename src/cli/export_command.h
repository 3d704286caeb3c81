// `braid export`: what braid run found, in the formats of other tools.
#pragma once

#include <CLI/CLI.hpp>

namespace braid::cli {

void add_export_command(CLI::App &app, int &exit_code);

} // namespace braid::cli
