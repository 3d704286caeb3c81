/* The trace gets the size of the first allocation that failed. More than the whole address space fails everywhere
 * and is usually a test of how the program deals with it, or its own mistake: that is not worth a word. */
#include "runtime/refusals.h"

#include "runtime/core.h"

void __braid_refused(uint64_t bytes) {
  braid_state *state = __braid_state;
  if (state && state->active && bytes >> BRAID_ADDRESS_BITS == 0 && state->trace->refused_bytes == 0)
    state->trace->refused_bytes = bytes;
}
