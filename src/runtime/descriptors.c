/* Leftover descriptors are closed as two ranges, below and above those of the runtime, without looking for them;
 * where the kernel (6.2 and later) tells how many there are, only if there are some. What a program closed is not
 * opened again: the lowest free number shows that something is missing, and for the standard descriptors, which
 * programs like to replace, device and inode are compared. */
#include "runtime/descriptors.h"

#include "runtime/mappings.h"
#include "runtime/session.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_DESCRIPTORS 16
#define NO_OFFSET (-1)
#define STANDARD_DESCRIPTORS 3

typedef struct descriptor {
  int number;
  int64_t offset; /* NO_OFFSET: not seekable */
} descriptor;

typedef struct kept {
  uint32_t count;
  descriptor descriptors[MAX_DESCRIPTORS];
  bool too_many;
  int folder;       /* /proc/self/fd of this process, or negative */
  int64_t expected; /* how many descriptors there are, as its size; 0 if that is not told */
  uint64_t device[STANDARD_DESCRIPTORS], inode[STANDARD_DESCRIPTORS];
} kept;

static kept *the_kept;

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
      if (number >= 0 && number != folder && number != __braid_state->command_descriptor &&
          number != __braid_state->status_descriptor)
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

/* The number of open descriptors; 0 if the kernel does not tell. */
static int64_t how_many(void) {
  struct stat status;
  return the_kept->folder >= 0 && BRAID_SYSTEM(fstat, the_kept->folder, &status) == 0 ? status.st_size : 0;
}

void braid_descriptors_count(void) { the_kept->expected = how_many(); }

const char *braid_descriptors_obstacle(void) {
  if (!the_kept)
    return "no memory for the runtime";
  if (the_kept->too_many)
    return "many descriptors were opened before main";
  uint32_t highest = 0;
  for (uint32_t i = 0; i < the_kept->count; i++)
    if ((uint32_t)the_kept->descriptors[i].number > highest)
      highest = (uint32_t)the_kept->descriptors[i].number;
  if (highest + 1 != the_kept->count || !same_standard_descriptors(true))
    return "the descriptors opened before main have gaps";
  long folder = BRAID_SYSTEM(openat, AT_FDCWD, "/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  the_kept->folder = folder < 0 ? -1 : braid_move_descriptor((int)folder);
  return NULL;
}

/* All are as they were, and only standard ones were open. */
static bool nothing_happened(void) {
  return the_kept->expected != 0 && the_kept->count <= STANDARD_DESCRIPTORS && how_many() == the_kept->expected &&
         same_standard_descriptors(false);
}

const char *braid_descriptors_put_back(void) {
  if (nothing_happened())
    return NULL;
  long lowest_free = BRAID_SYSTEM(fcntl, 0, F_DUPFD, 0);
  if (lowest_free < 0)
    return "standard input was closed";
  BRAID_SYSTEM(close, lowest_free);
  if (lowest_free < (long)the_kept->count)
    return "a descriptor was closed that was open before main";
  if (!same_standard_descriptors(false))
    return "a standard descriptor was replaced";
  if (the_kept->expected != 0 && lowest_free == (long)the_kept->count && how_many() == the_kept->expected)
    return NULL;
  BRAID_SYSTEM(close_range, the_kept->count, braid_the_session->first_descriptor - 1, 0);
  BRAID_SYSTEM(close_range, braid_the_session->last_descriptor + 1, ~0u, 0);
  return NULL;
}
