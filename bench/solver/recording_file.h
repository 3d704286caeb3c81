// Recordings in a file, for measurements under tools that cannot run the programs of the corpus. The file is for
// the same build of the measurement on the same machine: it has no version and is not checked.
#pragma once

#include "recorder.h"

namespace braid::bench {

void save(const std::vector<Recording> &recordings, const std::filesystem::path &file);
std::vector<Recording> load(const std::filesystem::path &file);

} // namespace braid::bench
