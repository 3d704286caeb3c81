/* Each run in the same process costs a dozen of these calls, so they are chosen for their price: one read of
 * /proc/self/stat (about a microsecond) answers five questions, and settings with a cheap "set" are set instead
 * of compared. What cannot be put back (a thread, a child process) ends restarting. */
#include "runtime/kernel_state.h"

#include "runtime/session.h"
#include "runtime/snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>

/* How a signal is handled, as the kernel keeps it; only passed on. */
typedef struct action {
  uint64_t words[4];
} action;
#define SIGNALS 31 /* those that /proc/self/stat tells about; real-time signals are rarely touched */

typedef struct kept {
  int statistics; /* /proc/self/stat of this process */
  uint64_t ignored_signals, caught_signals;
  action actions[SIGNALS];
  uint32_t file_mask;
  char name[16]; /* of the process, which any of its functions can change */
  stack_t signal_stack;
  long folder_bytes;
  char folder[4096];
} kept;

static kept *the_kept;

/* --- figures --- */

static const char *skip_fields(const char *at, int fields) {
  while (fields > 0 && *at)
    if (*at++ == ' ')
      fields--;
  return at;
}

static uint64_t decimal(const char *at) {
  uint64_t value = 0;
  for (; *at >= '0' && *at <= '9'; at++)
    value = value * 10 + (uint64_t)(*at - '0');
  return value;
}

bool braid_figures_read(braid_figures *figures) {
  char text[1024];
  long bytes = BRAID_SYSTEM(pread64, the_kept->statistics, text, sizeof text - 1, 0);
  if (bytes <= 0)
    return false;
  text[bytes] = 0;
  /* The second field is the program's name in parentheses, with any character in it. */
  const char *at = text + bytes;
  while (at > text && *at != ')')
    at--;
  at = skip_fields(at, 1 + 7); /* to field 10 of proc(5) */
  figures->faults = decimal(at);
  at = skip_fields(at, 10); /* to field 20 */
  figures->threads = decimal(at);
  at = skip_fields(at, 3); /* to field 23 */
  figures->address_space = decimal(at);
  at = skip_fields(at, 10); /* to field 33 */
  figures->ignored_signals = decimal(at);
  figures->caught_signals = decimal(skip_fields(at, 1));
  return true;
}

static uint64_t nanoseconds(struct timeval time) {
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_usec * 1000u;
}

void braid_usage_read(braid_usage *usage) {
  struct rusage used = {0};
  BRAID_SYSTEM(getrusage, RUSAGE_SELF, &used);
  usage->faults = (uint64_t)used.ru_minflt;
  usage->cpu_nanoseconds = nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime);
}

/* --- signals --- */

static void keep_actions(const braid_figures *figures) {
  the_kept->ignored_signals = figures->ignored_signals;
  the_kept->caught_signals = figures->caught_signals;
  for (int signal = 1; signal <= SIGNALS; signal++)
    BRAID_SYSTEM(rt_sigaction, signal, 0, &the_kept->actions[signal - 1], sizeof(uint64_t));
}

/* Those that are handled in another way than before, and those that may have got another handler. */
static void put_actions_back(const braid_figures *figures) {
  uint64_t changed = (figures->ignored_signals ^ the_kept->ignored_signals) |
                     (figures->caught_signals ^ the_kept->caught_signals) | the_kept->caught_signals;
  for (; changed; changed &= changed - 1) {
    int signal = __builtin_ctzll(changed) + 1;
    BRAID_SYSTEM(rt_sigaction, signal, &the_kept->actions[signal - 1], 0, sizeof(uint64_t));
  }
}

/* --- all of it --- */

const char *braid_kernel_keep(void) {
  braid_figures figures;
  the_kept = braid_snapshot_memory(sizeof *the_kept);
  if (!the_kept)
    return "no memory for the runtime";
  long statistics = BRAID_SYSTEM(openat, AT_FDCWD, "/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (statistics < 0 || (the_kept->statistics = braid_move_descriptor((int)statistics)) < 0 ||
      !braid_figures_read(&figures))
    return "/proc cannot be read";
  if (figures.threads != 1)
    return "a thread was started before main";
  keep_actions(&figures);
  the_kept->file_mask = (uint32_t)BRAID_SYSTEM(umask, 0);
  BRAID_SYSTEM(umask, the_kept->file_mask);
  BRAID_SYSTEM(prctl, PR_GET_NAME, the_kept->name, 0, 0, 0);
  BRAID_SYSTEM(sigaltstack, 0, &the_kept->signal_stack);
  the_kept->folder_bytes = BRAID_SYSTEM(getcwd, the_kept->folder, sizeof the_kept->folder);
  return NULL;
}

static bool has_children(void) {
  siginfo_t information;
  return BRAID_SYSTEM(waitid, P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT, 0) != -ECHILD;
}

static bool put_folder_back(void) {
  char folder[4096];
  long bytes = BRAID_SYSTEM(getcwd, folder, sizeof folder);
  if (bytes == the_kept->folder_bytes &&
      (bytes < 0 || __builtin_memcmp(folder, the_kept->folder, (size_t)bytes) == 0))
    return true;
  return the_kept->folder_bytes > 0 && BRAID_SYSTEM(chdir, the_kept->folder) == 0;
}

/* To ask takes a tenth of the time that setting takes, which tells everybody who listens. */
static void put_name_back(void) {
  char name[sizeof the_kept->name];
  BRAID_SYSTEM(prctl, PR_GET_NAME, name, 0, 0, 0);
  if (__builtin_memcmp(name, the_kept->name, sizeof name) != 0)
    BRAID_SYSTEM(prctl, PR_SET_NAME, the_kept->name, 0, 0, 0);
}

const char *braid_kernel_put_back(braid_figures *figures) {
  uint64_t pending = 0;
  const struct itimerval never = {{0, 0}, {0, 0}};
  BRAID_SYSTEM(setitimer, ITIMER_REAL, &never, 0);
  BRAID_SYSTEM(umask, the_kept->file_mask);
  put_name_back();
  BRAID_SYSTEM(sigaltstack, &the_kept->signal_stack, 0);
  BRAID_SYSTEM(rt_sigpending, &pending, sizeof pending);
  if (pending != 0)
    return "a signal was left pending";
  if (has_children())
    return "a child process was left behind";
  if (!put_folder_back())
    return "the current folder cannot be entered again";
  if (!braid_figures_read(figures))
    return "the runtime's descriptors were closed";
  if (figures->threads != 1)
    return "a thread is still running";
  put_actions_back(figures);
  return NULL;
}

void braid_kernel_forget(void) {
  if (the_kept)
    BRAID_SYSTEM(close, the_kept->statistics);
}
