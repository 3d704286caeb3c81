// `braid doctor`: does everything work here, and if not, what is to be done?
#pragma once

#include <CLI/CLI.hpp>

namespace braid::cli {

void add_doctor_command(CLI::App &app, int &exit_code);

} // namespace braid::cli
