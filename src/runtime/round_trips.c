/* Data that leaves the program and may come back: by a file, a pipe or a socket that it writes and reads itself.
 * Labels do not travel that way. Output that nobody reads back is no loss, so the first such output is remembered
 * and the loss is recorded only when the program begins to read something that is not input. A stream that writes
 * to memory (open_memstream) needs no reading: there it is recorded at once. */
#include "runtime/input.h"
#include "runtime/lock.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

static braid_label remembered;
static const braid_site_desc *place;
static bool is_redirected; /* standard output or standard error is */

/* What was said last, because writing and calling happen in loops. */
static struct {
  const braid_site_desc *site;
  braid_label label;
} said[256];

void braid_round_trips_reset(void) {
  remembered = 0;
  is_redirected = false;
  __builtin_memset(said, 0, sizeof said);
}

static void lose(const braid_site_desc *site, braid_label label) {
  braid_event_add(BRAID_EVENT_LOST, 0, BRAID_LOST_OUTPUT, site, label, 0);
}

bool braid_is_news(const braid_site_desc *site, braid_label label) {
  unsigned entry = (unsigned)(((uintptr_t)site / sizeof *site * 31 + label) % (sizeof said / sizeof *said));
  if (said[entry].site == site && said[entry].label == label)
    return false;
  said[entry].site = site;
  said[entry].label = label;
  return true;
}

BRAID_COLD void __braid_output(uint64_t destination, uint32_t is_stream, braid_label label, const void *memory,
                               uint64_t bytes, const braid_site_desc *site) {
  int descriptor = (int)destination;
  if (is_stream) {
    if (!destination)
      return;
    int error = errno;
    descriptor = fileno_unlocked((FILE *)(uintptr_t)destination);
    errno = error;
  }
  bool is_shown = (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO) && !is_redirected;
  if (is_shown || (remembered && descriptor >= 0) || !braid_enter())
    return;
  if (!label && memory)
    label = braid_shadow_first(memory, bytes, 0);
  if (label && descriptor < 0) {
    if (braid_is_news(site, label))
      lose(site, label);
  } else if (label) {
    remembered = label;
    place = site;
  }
  braid_leave();
}

void braid_goes_out(int descriptor, const void *memory, uint64_t bytes) {
  __braid_output((uint64_t)descriptor, 0, 0, memory, bytes, __braid_thread.caller);
}

void braid_output_is_redirected(void) { is_redirected = true; }

void braid_read_back(void) {
  if (!remembered || !braid_enter())
    return;
  lose(place, remembered);
  remembered = 0;
  braid_leave();
}
