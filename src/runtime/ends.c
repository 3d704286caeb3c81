/* The ends of a run that skip everything the program registered for it. */
#include "runtime/core.h"
#include "runtime/input.h"

#include <unistd.h>

_Noreturn void braid_end_at_once(int status) {
  if (braid_is_active())
    braid_run_end(BRAID_END_QUICK, status);
  _exit(status);
}

void braid_abort(const void *caller) {
  if (braid_is_active())
    braid_run_abort((uintptr_t)caller);
}
