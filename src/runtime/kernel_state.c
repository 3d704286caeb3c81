/* Each run in the same process costs a dozen of these calls, so they are chosen for their price: one read of
 * /proc/self/stat (about a microsecond) answers four questions, leftover descriptors are closed without
 * looking for them, and settings with a cheap "set" are set instead of compared. What cannot be put back (a
 * thread, a child process, a closed standard descriptor, another set of caught signals) ends restarting. */
#include "runtime/kernel_state.h"

#include "runtime/mappings.h"
#include "runtime/session.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>

#define MAX_DESCRIPTORS 16
#define NO_OFFSET (-1)
/* Handled runs compare the identity of these; a program that replaces one of them is not uncommon. */
#define STANDARD_DESCRIPTORS 3

typedef struct descriptor {
  int number;
  int64_t offset; /* NO_OFFSET: not seekable */
} descriptor;

typedef struct kept {
  uint32_t count;
  descriptor descriptors[MAX_DESCRIPTORS];
  bool too_many;

  int statistics; /* /proc/self/stat of this process */
  uint64_t ignored_signals, caught_signals;
  uint64_t device[STANDARD_DESCRIPTORS], inode[STANDARD_DESCRIPTORS];
  uint32_t file_mask;
  stack_t signal_stack;
  long folder_bytes;
  char folder[4096];
} kept;

static kept *the_kept;

/* --- descriptors and file offsets --- */

struct folder_entry { /* as getdents64 gives it */
  uint64_t inode;
  int64_t next;
  uint16_t bytes;
  uint8_t type;
  char name[];
};

static int number_of(const char *name) {
  int number = 0;
  if (*name < '0' || *name > '9')
    return -1;
  for (; *name; name++)
    number = number * 10 + (*name - '0');
  return number;
}

static void keep_descriptor(int number) {
  if (the_kept->count == MAX_DESCRIPTORS) {
    the_kept->too_many = true;
    return;
  }
  long offset = BRAID_SYSTEM(lseek, number, 0, SEEK_CUR);
  the_kept->descriptors[the_kept->count++] = (descriptor){number, offset < 0 ? NO_OFFSET : offset};
}

void braid_descriptors_keep(void) {
  char buffer[2048] __attribute__((aligned(8)));
  the_kept = braid_own_memory(sizeof *the_kept);
  if (!the_kept)
    return;
  the_kept->statistics = -1;
  long folder = BRAID_SYSTEM(openat, AT_FDCWD, "/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) { /* restarting is impossible without /proc; forking only needs standard input */
    keep_descriptor(0);
    return;
  }
  long got;
  while ((got = BRAID_SYSTEM(getdents64, folder, buffer, sizeof buffer)) > 0)
    for (long at = 0; at < got;) {
      const struct folder_entry *entry = (const struct folder_entry *)(buffer + at);
      int number = number_of(entry->name);
      if (number >= 0 && number != folder && number < braid_the_session->first_descriptor)
        keep_descriptor(number);
      at += entry->bytes;
    }
  BRAID_SYSTEM(close, folder);
}

void braid_descriptors_rewind(void) {
  for (uint32_t i = 0; the_kept && i < the_kept->count; i++)
    if (the_kept->descriptors[i].offset != NO_OFFSET)
      BRAID_SYSTEM(lseek, the_kept->descriptors[i].number, the_kept->descriptors[i].offset, SEEK_SET);
}

static bool same_standard_descriptors(bool keep) {
  for (int i = 0; i < STANDARD_DESCRIPTORS; i++) {
    struct stat status;
    if (BRAID_SYSTEM(fstat, i, &status) < 0)
      return false;
    if (keep) {
      the_kept->device[i] = status.st_dev;
      the_kept->inode[i] = status.st_ino;
    } else if (the_kept->device[i] != status.st_dev || the_kept->inode[i] != status.st_ino)
      return false;
  }
  return true;
}

static const char *put_descriptors_back(void) {
  long lowest_free = BRAID_SYSTEM(fcntl, 0, F_DUPFD, 0);
  if (lowest_free < 0)
    return "standard input was closed";
  BRAID_SYSTEM(close, lowest_free);
  if (lowest_free < (long)the_kept->count)
    return "a descriptor was closed that was open before main";
  if (!same_standard_descriptors(false))
    return "a standard descriptor was replaced";
  BRAID_SYSTEM(close_range, the_kept->count, braid_the_session->first_descriptor - 1, 0);
  return NULL;
}

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

static bool read_figures(braid_figures *figures) {
  char text[1024];
  long bytes = BRAID_SYSTEM(pread64, the_kept->statistics, text, sizeof text - 1, 0);
  if (bytes <= 0)
    return false;
  text[bytes] = 0;
  /* The second field is the program's name in parentheses, with any character in it. */
  const char *at = text + bytes;
  while (at > text && *at != ')')
    at--;
  at = skip_fields(at, 1 + 17); /* to field 20 of proc(5) */
  figures->threads = decimal(at);
  at = skip_fields(at, 3); /* to field 23 */
  figures->address_space = decimal(at);
  at = skip_fields(at, 10); /* to field 33 */
  figures->ignored_signals = decimal(at);
  figures->caught_signals = decimal(skip_fields(at, 1));
  return true;
}

/* --- all of it --- */

const char *braid_kernel_keep(braid_figures *figures) {
  if (!the_kept)
    return "no memory for the runtime";
  if (the_kept->too_many)
    return "many descriptors were opened before main";
  /* Leftover descriptors are closed as a range, so those of before main must have no gap. */
  uint32_t highest = 0;
  for (uint32_t i = 0; i < the_kept->count; i++)
    if ((uint32_t)the_kept->descriptors[i].number > highest)
      highest = (uint32_t)the_kept->descriptors[i].number;
  if (highest + 1 != the_kept->count || !same_standard_descriptors(true))
    return "the descriptors opened before main have gaps";
  long statistics = BRAID_SYSTEM(openat, AT_FDCWD, "/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (statistics < 0 || (the_kept->statistics = braid_move_descriptor((int)statistics)) < 0 ||
      !read_figures(figures))
    return "/proc cannot be read";
  if (figures->threads != 1)
    return "a thread was started before main";
  the_kept->ignored_signals = figures->ignored_signals;
  the_kept->caught_signals = figures->caught_signals;
  the_kept->file_mask = (uint32_t)BRAID_SYSTEM(umask, 0);
  BRAID_SYSTEM(umask, the_kept->file_mask);
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

const char *braid_kernel_put_back(braid_figures *figures) {
  uint64_t pending = 0;
  const struct itimerval never = {{0, 0}, {0, 0}};
  BRAID_SYSTEM(setitimer, ITIMER_REAL, &never, 0);
  BRAID_SYSTEM(umask, the_kept->file_mask);
  BRAID_SYSTEM(sigaltstack, &the_kept->signal_stack, 0);
  BRAID_SYSTEM(rt_sigpending, &pending, sizeof pending);
  if (pending != 0)
    return "a signal was left pending";
  if (has_children())
    return "a child process was left behind";
  const char *obstacle = put_descriptors_back();
  if (obstacle)
    return obstacle;
  if (!put_folder_back())
    return "the current folder cannot be entered again";
  if (!read_figures(figures))
    return "the runtime's descriptors were closed";
  if (figures->threads != 1)
    return "a thread is still running";
  if (figures->ignored_signals != the_kept->ignored_signals || figures->caught_signals != the_kept->caught_signals)
    return "the handling of a signal was changed";
  return NULL;
}

void braid_kernel_forget(void) {
  if (the_kept && the_kept->statistics >= 0)
    BRAID_SYSTEM(close, the_kept->statistics);
}
