/* The memory of this process as the kernel sees it, without what belongs to the runtime. */
#ifndef BRAID_RUNTIME_MAPPINGS_H
#define BRAID_RUNTIME_MAPPINGS_H

#include "runtime/core.h"
#include "runtime/repeats.h"

#define BRAID_MAPPING_READ 1u
#define BRAID_MAPPING_WRITE 2u
#define BRAID_MAPPING_EXECUTE 4u
#define BRAID_MAPPING_SHARED 8u
#define BRAID_MAPPING_FILE 16u

#define BRAID_MAX_MAPPINGS 512
#define BRAID_MAX_OWN 64 /* of the runtime */

typedef struct braid_mapping {
  uintptr_t begin, end;
  uint32_t flags;
} braid_mapping;

typedef struct braid_mappings {
  uint32_t count;
  braid_mapping list[BRAID_MAX_MAPPINGS]; /* in order; neighbours with equal flags are one */
} braid_mappings;

/* Zeroed memory that a restart leaves alone; null if there is none. */
BRAID_HIDDEN void *braid_own_memory(size_t bytes);
/* False if /proc cannot be read, or there are more mappings than fit. */
BRAID_HIDDEN bool braid_mappings_read(braid_mappings *mappings);
/* Unmaps what is in `now` and not in `before`. False if something of `before` is missing or has changed. */
BRAID_HIDDEN bool braid_mappings_settle(const braid_mappings *before, const braid_mappings *now);
/* Those of the runtime in another process that was forked from this one; how many, at most BRAID_MAX_OWN. */
BRAID_HIDDEN uint32_t braid_own_mappings_of(int process, braid_aside *own);

#endif
