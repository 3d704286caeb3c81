/* Models of the functions that open files by name and cut them: what was written to the file before may be gone
 * (channels.h), and reading begins anew. Which file it is depends on the name, and is not followed. */
#define _GNU_SOURCE
#include "runtime/channels.h"
#include "runtime/models/posix.h"
#include "runtime/models/text.h"

#include <fcntl.h>
#include <stdarg.h>
#include <unistd.h>

BRAID_MODEL_FILE;

extern int __open_2(const char *, int);
extern int __open64_2(const char *, int);
extern int __openat_2(int, const char *, int);
extern int __openat64_2(int, const char *, int);

static int opened(int descriptor, int flags) {
  if (descriptor >= 0 && braid_is_active()) {
    braid_channel_opened(descriptor, flags & O_TRUNC);
    braid_reads_forgotten(descriptor);
  }
  return descriptor;
}

static void name_lost(const char *path) {
  if (braid_is_active())
    braid_text_lost(path);
}

/* With the rights of the new file, if one may be made. */
#define OPEN(name, parameters, arguments)                                                                         \
  BRAID_MODEL(int, name, parameters) {                                                                            \
    unsigned mode = 0;                                                                                            \
    if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) {                                                    \
      va_list list;                                                                                               \
      va_start(list, flags);                                                                                      \
      mode = va_arg(list, unsigned);                                                                              \
      va_end(list);                                                                                               \
    }                                                                                                             \
    name_lost(path);                                                                                              \
    return opened(name arguments, flags);                                                                         \
  }

OPEN(open, (const char *path, int flags, ...), (path, flags, mode))
OPEN(open64, (const char *path, int flags, ...), (path, flags, mode))
OPEN(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
OPEN(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))

#define OPEN_PLAINLY(name, parameters, arguments, flags)                                                          \
  BRAID_MODEL(int, name, parameters) {                                                                            \
    name_lost(path);                                                                                              \
    return opened(name arguments, flags);                                                                         \
  }

OPEN_PLAINLY(creat, (const char *path, mode_t mode), (path, mode), O_TRUNC)
OPEN_PLAINLY(creat64, (const char *path, mode_t mode), (path, mode), O_TRUNC)
OPEN_PLAINLY(__open_2, (const char *path, int flags), (path, flags), flags)
OPEN_PLAINLY(__open64_2, (const char *path, int flags), (path, flags), flags)
OPEN_PLAINLY(__openat_2, (int folder, const char *path, int flags), (folder, path, flags), flags)
OPEN_PLAINLY(__openat64_2, (int folder, const char *path, int flags), (folder, path, flags), flags)

static int cut(int descriptor, off_t length) {
  if (!braid_is_active())
    return ftruncate(descriptor, length);
  length = (off_t)braid_concrete((uint64_t)length, BRAID_LOST_MODEL);
  int result = ftruncate(descriptor, length);
  if (result == 0)
    braid_channel_truncated(descriptor, (uint64_t)length);
  return result;
}

BRAID_MODEL(int, ftruncate, (int descriptor, off_t length)) { return cut(descriptor, length); }
BRAID_MODEL(int, ftruncate64, (int descriptor, off_t length)) { return cut(descriptor, length); }

static int cut_by_name(const char *path, off_t length) {
  if (!braid_is_active())
    return truncate(path, length);
  braid_text_lost(path);
  length = (off_t)braid_concrete((uint64_t)length, BRAID_LOST_MODEL);
  int result = truncate(path, length);
  if (result == 0)
    braid_channel_truncated_path(path, (uint64_t)length);
  return result;
}

BRAID_MODEL(int, truncate, (const char *path, off_t length)) { return cut_by_name(path, length); }
BRAID_MODEL(int, truncate64, (const char *path, off_t length)) { return cut_by_name(path, length); }
