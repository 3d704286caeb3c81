/* Models of asking about files and of mapping them into memory. The size of a source is a symbol if its length
 * is; the bytes of a mapped source are input like those that are read. */
#define _GNU_SOURCE
#include "runtime/channels.h"
#include "runtime/input.h"
#include "runtime/model.h"
#include "runtime/models/decide.h"
#include "runtime/models/text.h"
#include "runtime/refusals.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

BRAID_MODEL_FILE;

/* --- size --- */

_Static_assert(sizeof(struct stat) == sizeof(struct stat64), "one model serves both");

static int described(int result, struct stat *status) {
  if (!braid_is_active())
    return result;
  if (result != 0) {
    braid_answered();
    return result;
  }
  braid_written(status, sizeof *status);
  int source = braid_source_of_file(status->st_dev, status->st_ino);
  if (source < 0)
    braid_answered();
  if (source >= 0 && (uint64_t)status->st_size == braid_source_length(source)) {
    uint64_t size = braid_source_size(source), blocks = (size + 4095) / 4096 * 8;
    status->st_size = (off_t)size;
    if (BRAID_PLAIN(uint64_t, blocks) == (uint64_t)status->st_blocks)
      status->st_blocks = (blkcnt_t)blocks;
    else
      braid_concrete(size, BRAID_LOST_MODEL); /* who knows how the file lies on the disk */
  }
  return result;
}

#define DESCRIBE(name, parameters, arguments, path)                                                               \
  BRAID_MODEL(int, name, parameters) {                                                                            \
    braid_text_lost(path);                                                                                        \
    return described(name arguments, (struct stat *)status);                                                      \
  }

DESCRIBE(stat, (const char *path, struct stat *status), (path, status), path)
DESCRIBE(lstat, (const char *path, struct stat *status), (path, status), path)
DESCRIBE(fstat, (int descriptor, struct stat *status), (descriptor, status), NULL)
DESCRIBE(fstatat, (int folder, const char *path, struct stat *status, int flags), (folder, path, status, flags),
         path)
DESCRIBE(stat64, (const char *path, struct stat64 *status), (path, status), path)
DESCRIBE(lstat64, (const char *path, struct stat64 *status), (path, status), path)
DESCRIBE(fstat64, (int descriptor, struct stat64 *status), (descriptor, status), NULL)
DESCRIBE(fstatat64, (int folder, const char *path, struct stat64 *status, int flags),
         (folder, path, status, flags), path)

/* The names that programs compiled with older headers use. */
extern int __xstat(int, const char *, struct stat *);
extern int __lxstat(int, const char *, struct stat *);
extern int __fxstat(int, int, struct stat *);
extern int __fxstatat(int, int, const char *, struct stat *, int);
DESCRIBE(__xstat, (int version, const char *path, struct stat *status), (version, path, status), path)
DESCRIBE(__lxstat, (int version, const char *path, struct stat *status), (version, path, status), path)
DESCRIBE(__fxstat, (int version, int descriptor, struct stat *status), (version, descriptor, status), NULL)
DESCRIBE(__fxstatat, (int version, int folder, const char *path, struct stat *status, int flags),
         (version, folder, path, status, flags), path)

BRAID_MODEL(int, statx, (int folder, const char *path, int flags, unsigned mask, struct statx *status)) {
  braid_text_lost(path);
  int result = statx(folder, path, flags, mask, status);
  if (!braid_is_active())
    return result;
  if (result != 0) {
    braid_answered();
    return result;
  }
  braid_written(status, sizeof *status);
  int source = braid_source_of_file(makedev(status->stx_dev_major, status->stx_dev_minor), status->stx_ino);
  if (source < 0)
    braid_answered();
  if (source >= 0 && status->stx_mask & STATX_SIZE && status->stx_size == braid_source_length(source))
    status->stx_size = braid_source_size(source);
  return result;
}

/* --- mapping --- */

static void *map(void *address, size_t bytes, int protection, int flags, int descriptor, off_t place) {
  if (!braid_is_active())
    return mmap(address, bytes, protection, flags, descriptor, place);
  bytes = braid_concrete_length(bytes, true);
  void *memory = mmap(address, bytes, protection, flags, descriptor, place);
  if (memory == MAP_FAILED) {
    if (protection & PROT_WRITE && flags & MAP_PRIVATE && errno == ENOMEM)
      __braid_refused(bytes);
    return memory;
  }
  braid_written(memory, bytes); /* whatever was mapped there before */
  int source = flags & MAP_ANONYMOUS ? -1 : braid_source_of_descriptor(descriptor);
  uint64_t length = source < 0 ? 0 : braid_source_length(source);
  if ((source < 0 || braid_is_channel(source)) && !(flags & MAP_ANONYMOUS) && flags & MAP_SHARED &&
      protection & PROT_WRITE)
    braid_is_shared();
  if (!(flags & MAP_ANONYMOUS))
    braid_channel_mapped(descriptor);
  if (source >= 0 && protection & PROT_READ) {
    uint64_t begin = (uint64_t)place, size = braid_source_size(source);
    BRAID_DECIDE(size > begin); /* without a byte there is no page */
    uint64_t there = length > begin ? length - begin : 0, pages = (there + 4095) & ~4095ull;
    /* Behind the end of the file there are zeros, up to the end of the page. */
    uint64_t seen = pages < bytes ? pages : bytes;
    braid_label_input(memory, source, begin, there < bytes ? there : bytes);
    braid_reading(NULL, source, begin, seen, false);
    braid_label_short_input(memory, source, begin, there < bytes ? there : bytes, seen);
  }
  return memory;
}

BRAID_MODEL(void *, mmap, (void *address, size_t bytes, int protection, int flags, int descriptor, off_t place)) {
  return map(address, bytes, protection, flags, descriptor, place);
}
BRAID_MODEL(void *, mmap64,
            (void *address, size_t bytes, int protection, int flags, int descriptor, off_t place)) {
  return map(address, bytes, protection, flags, descriptor, place);
}

BRAID_MODEL(int, munmap, (void *address, size_t bytes)) {
  bytes = braid_concrete_length(bytes, false);
  int result = munmap(address, bytes);
  if (result == 0 && braid_is_active())
    braid_written(address, bytes);
  return result;
}

BRAID_MODEL(void *, mremap, (void *address, size_t old_bytes, size_t bytes, int flags, ...)) {
  void *wish = NULL;
  if (flags & MREMAP_FIXED) {
    va_list list;
    va_start(list, flags);
    wish = va_arg(list, void *);
    va_end(list);
  }
  old_bytes = braid_concrete_length(old_bytes, false);
  bytes = braid_concrete_length(bytes, true);
  void *memory = mremap(address, old_bytes, bytes, flags, wish);
  if (memory == MAP_FAILED && errno == ENOMEM)
    __braid_refused(bytes);
  if (memory == MAP_FAILED || !braid_is_active())
    return memory;
  if (old_bytes == 0 && memory != address) /* a second view of the same memory */
    braid_is_shared();
  size_t common = old_bytes < bytes ? old_bytes : bytes;
  if (memory != address) {
    braid_copy_labels(memory, address, common);
    braid_written(address, old_bytes);
  }
  braid_written((char *)memory + common, bytes - common);
  if (memory == address && old_bytes > common)
    braid_written((char *)address + common, old_bytes - common);
  return memory;
}

/* Memory in which others see what the program writes, be it the program itself at another address. */
BRAID_MODEL(void *, shmat, (int id, const void *address, int flags)) {
  void *memory = shmat(id, address, flags);
  struct shmid_ds about;
  int error = errno;
  if (memory != (void *)-1 && braid_is_active() && shmctl(id, IPC_STAT, &about) == 0) {
    braid_written(memory, about.shm_segsz);
    if (about.shm_nattch > 1)
      braid_is_shared();
  }
  errno = error;
  return memory;
}

/* Memory that was only reserved becomes memory that counts. */
BRAID_MODEL(int, mprotect, (void *address, size_t bytes, int protection)) {
  int result = mprotect(address, bytes, protection);
  if (result != 0 && protection & PROT_WRITE && errno == ENOMEM)
    __braid_refused(bytes);
  return result;
}

/* What is given up is empty or gone when it is next looked at; MADV_FREE leaves open when. */
BRAID_MODEL(int, madvise, (void *address, size_t bytes, int advice)) {
  bytes = braid_concrete_length(bytes, false);
  int result = madvise(address, bytes, advice);
  if (result == 0 && braid_is_active() &&
      (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE))
    braid_written(address, bytes);
  return result;
}
