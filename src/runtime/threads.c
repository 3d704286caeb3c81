/* The program starts a thread: from now on the slow paths take a lock, and the trace says so, because the order of
 * events may differ the next time. Threads that are still there at the end of the run are noticed then. */
#include "runtime/input.h"
#include "runtime/lock.h"

void braid_thread_starts(void) {
  if (!braid_enter())
    return;
  const braid_site_desc *site = __braid_thread.caller;
  __braid_state->threads = true;
  braid_event_add(BRAID_EVENT_THREAD, 0, 0, site && !site->in_model ? site : NULL, 0, 0);
  braid_leave();
}
