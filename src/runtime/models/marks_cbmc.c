/* The functions of CBMC, except for __CPROVER_assume (src/runtime/assume.c). To CBMC any function without a body
 * is input; here these are, the names its users agree on. Others can be declared with --braid-input. */
#include "runtime/models/marks.h"

BRAID_MODEL_FILE;

#define NONDET(type, name) BRAID_MARK_RESULT(type, nondet_##name)

BRAID_MARK_TRUTH(nondet_bool)
BRAID_COMMON_MARKS(NONDET)

void __CPROVER_assert(_Bool condition, const char *description);
BRAID_MARK(void, __CPROVER_assert, (_Bool condition, const char *description)) {
  if (!condition)
    braid_mark_failed("__CPROVER_assert", 0, "", "assertion failed", description);
}
