/* The open files of the program: a run must find those that were open before main, at the same place, and no
 * others. */
#ifndef BRAID_RUNTIME_DESCRIPTORS_H
#define BRAID_RUNTIME_DESCRIPTORS_H

#include "runtime/core.h"

/* In the server: remembers open descriptors and their offsets. */
BRAID_HIDDEN void braid_descriptors_keep(void);
/* At the start of each run: files that were open before main stand where they stood then. The offset of an open
 * file is shared by all processes that have it, so this is needed for forks too. */
BRAID_HIDDEN void braid_descriptors_rewind(void);

/* Null, or why the descriptors cannot be put back after a run. */
BRAID_HIDDEN const char *braid_descriptors_obstacle(void);
/* When all descriptors of the runtime are open: so many there should be after each run. */
BRAID_HIDDEN void braid_descriptors_count(void);
/* Closes what the run left open. Null, or what cannot be put back. */
BRAID_HIDDEN const char *braid_descriptors_put_back(void);

#endif
