/* Models of the functions that allocate memory: a size that depends on input is made concrete, and the event says
 * that it was the size of an allocation, so that the engine can try others. Labels of the blocks themselves are
 * the business of src/runtime/allocation.c. */
#define _GNU_SOURCE
#include "runtime/model.h"
#include "runtime/refusals.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

BRAID_MODEL_FILE;

static size_t size(size_t bytes) { return braid_concrete_length(bytes, true); }

BRAID_MODEL(void *, malloc, (size_t bytes)) { return malloc(size(bytes)); }

BRAID_MODEL(void *, calloc, (size_t count, size_t bytes)) { return calloc(size(count), size(bytes)); }

BRAID_MODEL(void *, realloc, (void *block, size_t bytes)) { return realloc(block, size(bytes)); }

BRAID_MODEL(void *, reallocarray, (void *block, size_t count, size_t bytes)) {
  return reallocarray(block, size(count), size(bytes));
}

BRAID_MODEL(void *, memalign, (size_t alignment, size_t bytes)) { return memalign(size(alignment), size(bytes)); }

BRAID_MODEL(void *, aligned_alloc, (size_t alignment, size_t bytes)) {
  return aligned_alloc(size(alignment), size(bytes));
}

BRAID_MODEL(int, posix_memalign, (void **block, size_t alignment, size_t bytes)) {
  int result = posix_memalign(block, size(alignment), size(bytes));
  if (result == 0)
    braid_written(block, sizeof *block);
  return result;
}

BRAID_MODEL(void *, valloc, (size_t bytes)) { return valloc(size(bytes)); }

BRAID_MODEL(void *, pvalloc, (size_t bytes)) { return pvalloc(size(bytes)); }

/* The end of the data segment. What is given back is empty if it ever comes back. */
BRAID_MODEL(void *, sbrk, (intptr_t step)) {
  step = (intptr_t)size((size_t)step);
  char *before = sbrk(step);
  if (before == (void *)-1) {
    if (step > 0 && errno == ENOMEM)
      __braid_refused((uint64_t)step);
  } else if (step < 0 && braid_is_active()) {
    braid_written(before + step, (size_t)-step);
  }
  return before;
}

BRAID_MODEL(int, brk, (void *end)) {
  char *before = sbrk(0);
  int result = brk(end);
  if (result != 0 && (char *)end > before && errno == ENOMEM)
    __braid_refused((uint64_t)((char *)end - before));
  else if (result == 0 && (char *)end < before && braid_is_active())
    braid_written(end, (size_t)(before - (char *)end));
  return result;
}
