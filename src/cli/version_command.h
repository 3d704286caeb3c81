// `braid version`: which Braid this is, and which compiler it works with.
#pragma once

#include <CLI/CLI.hpp>

namespace braid::cli {

void add_version_command(CLI::App &app, int &exit_code);

} // namespace braid::cli
