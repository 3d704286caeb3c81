/* Models of the functions that end the program without the usual ceremony. While a run is recorded, its end is
 * what the engine waits for, whether the process ends with it or not. */
#include "runtime/input.h"
#include "runtime/model.h"

#include <stdlib.h>
#include <unistd.h>

BRAID_MODEL_FILE;

BRAID_MODEL(void, _exit, (int status)) { braid_end_at_once(status); }
BRAID_MODEL(void, _Exit, (int status)) { braid_end_at_once(status); }

/* quick_exit calls functions that the program has registered, in reverse order, before it ends the program. Ours
 * must be the last to be called, so it is registered before the program's first. */
static int status_of_quick_exit;

static void end_quickly(void) { braid_end_at_once(status_of_quick_exit); }

static void come_first(void) {
  static bool registered;
  if (!registered && at_quick_exit(end_quickly) == 0)
    registered = true;
}

BRAID_MODEL(int, at_quick_exit, (void (*function)(void))) {
  come_first();
  return at_quick_exit(function);
}

BRAID_MODEL(void, quick_exit, (int status)) {
  come_first();
  status_of_quick_exit = status;
  quick_exit(status);
}
