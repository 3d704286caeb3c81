/* Data that leaves the program and may come back, by ways on which labels do not travel: all but those of
 * channels.c. Output that nobody reads back is no loss, so the first such output is remembered and the loss is
 * recorded only when the program begins to read something that is neither input nor a channel. A stream that
 * writes to memory (open_memstream) needs no reading: there it is recorded at once.
 *
 * Another process can read a channel too, and tell what was in it by a way of its own. So where there was one,
 * what went to channels is remembered in the same way. */
#include "runtime/channels.h"
#include "runtime/input.h"
#include "runtime/lock.h"
#include "runtime/system.h"

#include <errno.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static braid_label remembered;
static const braid_site_desc *place;
static bool is_redirected; /* standard output or standard error is */

/* What went to channels, and the use that child processes had made of the machine when that began. */
static braid_label followed;
static const braid_site_desc *place_of_followed;
static struct rusage use_before;

/* What was said last, because writing and calling happen in loops. */
static struct {
  const braid_site_desc *site;
  braid_label label;
} said[256];

void braid_round_trips_reset(void) {
  remembered = followed = 0;
  is_redirected = false;
  __builtin_memset(said, 0, sizeof said);
  __braid_state->channel_count = __braid_state->held_count = 0;
}

void braid_lose_output(braid_label label, const braid_site_desc *site) {
  braid_event_add(BRAID_EVENT_LOST, label == 0, BRAID_LOST_OUTPUT, site, label, 0);
}

void braid_remember_output(braid_label label, const braid_site_desc *site) {
  if (remembered)
    return;
  remembered = label;
  place = site;
}

void braid_followed_output(braid_label label, const braid_site_desc *site) {
  if (followed)
    return;
  followed = label;
  place_of_followed = site;
  BRAID_SYSTEM(getrusage, RUSAGE_CHILDREN, &use_before);
}

/* A child that is still there can be waited for; one that is not has used something. */
bool braid_others_took_part(void) {
  siginfo_t information;
  struct rusage use;
  if (!followed)
    return false;
  if (BRAID_SYSTEM(waitid, P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT | __WALL, 0) != -ECHILD)
    return true;
  return BRAID_SYSTEM(getrusage, RUSAGE_CHILDREN, &use) != 0 ||
         __builtin_memcmp(&use, &use_before, sizeof use) != 0;
}

bool braid_is_shown_output(int descriptor) {
  return (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO) && !is_redirected;
}

bool braid_is_news(const braid_site_desc *site, braid_label label) {
  if (braid_is_holding_back())
    return true;
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
  if (braid_is_shown_output(descriptor) || (remembered && descriptor >= 0) || !braid_enter())
    return;
  if (!label && memory)
    label = braid_shadow_first(memory, bytes, 0);
  if (label && descriptor < 0) {
    if (braid_is_news(site, label))
      braid_lose_output(label, site);
  } else if (label) {
    braid_remember_output(label, site);
  }
  braid_leave();
}

void braid_output_is_redirected(void) { is_redirected = true; }

void braid_read_back(void) {
  if (!remembered && !followed)
    return;
  int error = errno;
  if (braid_enter()) {
    if (!remembered && braid_others_took_part()) {
      remembered = followed;
      place = place_of_followed;
      followed = 0; /* once is enough */
    }
    if (remembered)
      braid_lose_output(remembered, place);
    remembered = 0;
    braid_leave();
  }
  errno = error;
}
