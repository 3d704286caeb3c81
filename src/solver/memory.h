// How much memory the process has in use.
#pragma once

#include <cstddef>

namespace braid::solver {

// Bytes in physical memory; 0 if the system does not tell.
size_t resident_bytes();

} // namespace braid::solver
