// What `braid run` builds from sources: the program to explore, and beside it, at the same time, the builds with
// sanitizers that prove its findings (docs/proof.md).
#pragma once

#include "cli/run_options.h"

namespace braid::cli {

// Of --checks: a bit for each enum braid_check.
uint64_t checks_of(const RunOptions &options);
// Fills in program and proof, before the exploration begins. Throws target::Error if the program does not compile;
// if only a build with sanitizers does not, there is a note instead.
void build_for_run(const RunOptions &options, const target::BuildRequest &sources, campaign::Settings &settings);
// Of a program that was built elsewhere, with --proof.
campaign::Settings::Proof given_proof(const RunOptions &options);

} // namespace braid::cli
