// Is this a machine on which instrumented programs can run? Only the things that were seen to be missing
// somewhere: another architecture, limits on address space, containers without /proc.
#pragma once

#include "target/doctor/check.h"

#include <cstdint>

namespace braid::doctor {

// What the verdict on the machine depends on, apart from trying.
struct Machine {
  std::string system, architecture, release;
  uint64_t available_memory = 0;    // bytes; 0 if unknown
  uint64_t address_space_limit = 0; // bytes; 0 for none
  bool proc = false;                // /proc/self/maps can be read
};

Machine this_machine();

// Looks at the description only.
Checks check_machine(const Machine &machine);

// Tries what the runtime and the engine do with memory: shared memory without a file, and the large reserved
// range of addresses.
Checks check_memory(const Machine &machine);

} // namespace braid::doctor
