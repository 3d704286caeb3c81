/* The functions of braid.h, except for braid_assume (src/runtime/assume.c). */
#include "runtime/models/marks.h"

#include <braid.h>

BRAID_MODEL_FILE;

BRAID_MARK(void, braid_symbolic, (void *memory, size_t bytes, const char *name)) {
  braid_mark_memory(memory, bytes, name);
}

/* Where the engine has no value yet the first guess lies inside the range: a run that ends at once teaches
 * little. */
BRAID_MARK(int, braid_range, (int begin, int end, const char *name)) {
  int value = begin <= 0 && 0 < end ? 0 : begin;
  braid_make_symbolic_from(&value, sizeof value, name, BRAID_SOURCE_MARK);
  braid_assume(value >= begin);
  braid_assume(value < end);
  return value;
}

BRAID_MARK(void, braid_assert_failed, (const char *condition, const char *file, int line, const char *function)) {
  braid_mark_failed(file, line, function, "assertion failed", condition);
}

BRAID_MARK(int, braid_is_symbolic, (uint64_t value)) { return braid_value_symbolic(value); }

BRAID_MARK(int, braid_is_exploring, (void)) { return braid_is_active(); }
