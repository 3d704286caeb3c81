// Values of options, with messages that say what to write instead: those of the library that reads the command
// line are in its own terms.
#pragma once

#include "trace/format.h"

#include <CLI/CLI.hpp>

namespace braid::cli {

// A whole number from 0 to 4,294,967,295, in digits.
CLI::Validator whole_number();
// A number of seconds, 0 for no limit.
CLI::Validator seconds();
// A number of bytes, with or without KiB, MiB or GiB.
CLI::Validator size_in_bytes();

// --addresses: what becomes of addresses that depend on input.
CLI::Option *add_address_model(CLI::App &command, std::string &value);
braid_addresses address_model(const std::string &value);

} // namespace braid::cli
