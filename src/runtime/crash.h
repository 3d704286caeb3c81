/* Where a fatal signal strikes; see crash.c. */
#ifndef BRAID_RUNTIME_CRASH_H
#define BRAID_RUNTIME_CRASH_H

#include "runtime/core.h"

BRAID_HIDDEN void braid_crash_watch(void);
/* The run is about to be killed by a call that returns there. */
BRAID_HIDDEN void braid_crash_note(uintptr_t caller);

#endif
