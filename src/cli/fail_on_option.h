// --fail-on, of braid run and braid report.
#pragma once

#include "results/fail_on.h"

#include <CLI/CLI.hpp>

namespace braid::cli {

// Whether the words are understood, and otherwise what to write instead.
CLI::Validator fail_on_words();
// Of words that are.
results::FailOn fail_on_of(const std::string &words);

} // namespace braid::cli
