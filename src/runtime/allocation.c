/* The malloc family, in front of the C library's: a block that is given out or taken back carries no labels, and
 * a block that moves takes its labels along. As functions of the executable they are also found by the shared
 * libraries of the program, so that memory which a library hands over is clean, too.
 *
 * The work itself is the library's. Without an engine all that is added is one test; so early that nothing of
 * the runtime is ready, the test says the same. Weak: a program with its own malloc keeps it, and its blocks
 * are then cleaned only where instrumented code writes to them. */
#include "runtime/api.h"
#include "runtime/blocks.h"
#include "runtime/refusals.h"

#include <errno.h>
#include <stdbool.h>

#define INTERPOSED __attribute__((weak, visibility("default")))

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);
extern void *__libc_memalign(size_t, size_t);
extern void *__libc_valloc(size_t);
extern void *__libc_pvalloc(size_t);

static inline bool is_inert(void) { return __builtin_expect(__braid_coarse_mask == 0, 1); }

/* True if the coarse map knows of no label in the range. */
static bool is_clean(const void *memory, size_t bytes) {
  uint64_t first = (uintptr_t)memory >> 3 & __braid_coarse_mask, last = first + (bytes + 7) / 8, i = first;
  for (; i < last && i % 8; i++)
    if (__braid_coarse[i])
      return false;
  for (; i + 8 <= last; i += 8) {
    uint64_t eight;
    __builtin_memcpy(&eight, &__braid_coarse[i], sizeof eight);
    if (eight)
      return false;
  }
  for (; i < last; i++)
    if (__braid_coarse[i])
      return false;
  return true;
}

/* The bytes of a block, from the word that the library keeps in front of it. malloc_usable_size would look at
 * the next block, too, and crash for a pointer that free itself would only complain about; for anything that
 * cannot be a block the answer is 0. */
static size_t bytes_of(const void *block) {
  enum { is_mapped = 2, flags = 7 };
  size_t head = ((const size_t *)block)[-1], bytes = head & ~(size_t)flags;
  size_t overhead = head & is_mapped ? 2 * sizeof head : sizeof head;
  if ((uintptr_t)block % 16 != 0 || bytes % 16 != 0 || bytes < 32 || bytes > (uint64_t)1 << 36)
    return 0;
  return bytes - overhead;
}

static void clean_range(void *memory, size_t bytes) {
  if (bytes && !is_clean(memory, bytes))
    __braid_clear(memory, bytes);
}

/* What asking for that many bytes gave. */
static inline void *given(void *block, size_t bytes) {
  if (is_inert())
    return block;
  if (block) {
    size_t usable = bytes_of(block);
    clean_range(block, usable);
    __braid_block_given(block, bytes, usable);
  } else if (errno == ENOMEM) {
    __braid_refused(bytes);
  }
  return block;
}

INTERPOSED void *malloc(size_t bytes) { return given(__libc_malloc(bytes), bytes); }

INTERPOSED void *calloc(size_t count, size_t bytes) {
  size_t total;
  if (__builtin_mul_overflow(count, bytes, &total))
    total = SIZE_MAX;
  return given(__libc_calloc(count, bytes), total);
}

INTERPOSED void free(void *block) {
  if (!is_inert() && block) {
    clean_range(block, bytes_of(block));
    __braid_block_taken(block);
  }
  __libc_free(block);
}

static void *reallocate(void *block, size_t bytes) {
  if (is_inert() || !block)
    return given(__libc_realloc(block, bytes), bytes);
  size_t old_bytes = bytes_of(block);
  if (!is_clean(block, old_bytes))
    __braid_settle(block, old_bytes);
  char *moved = __libc_realloc(block, bytes);
  if (!moved) { /* the block is as it was, unless asking for no bytes has freed it */
    if (bytes == 0) {
      clean_range(block, old_bytes);
      __braid_block_taken(block);
    } else
      __braid_refused(bytes);
    return moved;
  }
  size_t new_bytes = bytes_of(moved), common = bytes < old_bytes ? bytes : old_bytes;
  if (moved != block) {
    if (!is_clean(block, common) || !is_clean(moved, common))
      __braid_move(moved, block, common);
    clean_range(block, old_bytes);
  } else if (old_bytes > new_bytes) { /* what was given back */
    clean_range(moved + new_bytes, old_bytes - new_bytes);
  }
  if (new_bytes > common)
    clean_range(moved + common, new_bytes - common);
  if (moved != block)
    __braid_block_taken(block);
  __braid_block_given(moved, bytes, new_bytes);
  return moved;
}

INTERPOSED void *realloc(void *block, size_t bytes) { return reallocate(block, bytes); }

INTERPOSED void *reallocarray(void *block, size_t count, size_t bytes) {
  size_t total;
  if (__builtin_mul_overflow(count, bytes, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  return reallocate(block, total);
}

INTERPOSED void *memalign(size_t alignment, size_t bytes) {
  return given(__libc_memalign(alignment, bytes), bytes);
}

INTERPOSED void *aligned_alloc(size_t alignment, size_t bytes) {
  return given(__libc_memalign(alignment, bytes), bytes);
}

INTERPOSED int posix_memalign(void **block, size_t alignment, size_t bytes) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
    return EINVAL;
  void *made = given(__libc_memalign(alignment, bytes), bytes);
  if (!made)
    return ENOMEM;
  *block = made;
  return 0;
}

INTERPOSED void *valloc(size_t bytes) { return given(__libc_valloc(bytes), bytes); }

INTERPOSED void *pvalloc(size_t bytes) { return given(__libc_pvalloc(bytes), bytes); }
