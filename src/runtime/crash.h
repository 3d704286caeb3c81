/* Where a fatal signal strikes; see crash.c. */
#ifndef BRAID_RUNTIME_CRASH_H
#define BRAID_RUNTIME_CRASH_H

#include "runtime/core.h"

BRAID_HIDDEN void braid_crash_watch(void);

#endif
