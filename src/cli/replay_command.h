// `braid replay`: runs one test on the program as it is without Braid, and says whether it ends as recorded.
#pragma once

#include <CLI/CLI.hpp>

namespace braid::cli {

void add_replay_command(CLI::App &app, int &exit_code);

} // namespace braid::cli
