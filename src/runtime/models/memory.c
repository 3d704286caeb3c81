/* Models of the functions that move, fill, compare and search memory.
 *
 * A length that depends on input is made concrete (the LENGTH event keeps what it was); a search or comparison
 * makes one decision for each byte until it knows its answer. */
#define _GNU_SOURCE
#include "runtime/model.h"
#include "runtime/models/text.h"

#include <unistd.h>

BRAID_MODEL_FILE;

/* The fortified functions of the library; its headers declare them only to themselves. */
extern void *__memcpy_chk(void *, const void *, size_t, size_t);
extern void *__memmove_chk(void *, const void *, size_t, size_t);
extern void *__mempcpy_chk(void *, const void *, size_t, size_t);
extern void *__memset_chk(void *, int, size_t, size_t);
extern void __explicit_bzero_chk(void *, size_t, size_t);

/* --- moving --- */

typedef void *mover(void *, const void *, size_t);

static inline __attribute__((always_inline)) void move(mover *function, void *to, const void *from, size_t bytes) {
  bytes = braid_length_within(bytes, to, from);
  to = BRAID_WRITE(to, bytes);
  from = BRAID_READ(from, bytes);
  function(to, from, bytes);
  braid_copy_labels(to, from, bytes);
}

BRAID_MODEL(void *, memcpy, (void *to, const void *from, size_t bytes)) {
  if (!braid_is_active())
    return memcpy(to, from, bytes);
  move(memcpy, to, from, bytes);
  return to;
}

BRAID_MODEL(void *, memmove, (void *to, const void *from, size_t bytes)) {
  if (!braid_is_active())
    return memmove(to, from, bytes);
  move(memmove, to, from, bytes);
  return to;
}

BRAID_MODEL(void *, mempcpy, (void *to, const void *from, size_t bytes)) {
  if (!braid_is_active())
    return mempcpy(to, from, bytes);
  move(memcpy, to, from, bytes);
  return (char *)to + bytes;
}

BRAID_MODEL(void *, __mempcpy, (void *to, const void *from, size_t bytes)) {
  if (!braid_is_active())
    return mempcpy(to, from, bytes);
  move(memcpy, to, from, bytes);
  return (char *)to + bytes;
}

BRAID_MODEL(void, bcopy, (const void *from, void *to, size_t bytes)) {
  if (braid_is_active())
    move(memmove, to, from, bytes);
  else
    bcopy(from, to, bytes);
}

/* In the fortified functions the comparison with the room there is comes before the length is made concrete:
 * when the length depends on input, "too long" is a decision like any other. */
BRAID_MODEL(void *, __memcpy_chk, (void *to, const void *from, size_t bytes, size_t room)) {
  if (!braid_is_active() || bytes > room)
    return __memcpy_chk(to, from, bytes, room);
  move(memcpy, to, from, bytes);
  return to;
}

BRAID_MODEL(void *, __memmove_chk, (void *to, const void *from, size_t bytes, size_t room)) {
  if (!braid_is_active() || bytes > room)
    return __memmove_chk(to, from, bytes, room);
  move(memmove, to, from, bytes);
  return to;
}

BRAID_MODEL(void *, __mempcpy_chk, (void *to, const void *from, size_t bytes, size_t room)) {
  if (!braid_is_active() || bytes > room)
    return __mempcpy_chk(to, from, bytes, room);
  move(memcpy, to, from, bytes);
  return (char *)to + bytes;
}

BRAID_MODEL(void, swab, (const void *from, void *to, ssize_t bytes)) {
  if (!braid_is_active() || bytes < 2) {
    swab(from, to, bytes);
    return;
  }
  size_t count = braid_concrete_length((size_t)bytes, false) & ~(size_t)1;
  char *target = BRAID_WRITE((char *)to, count);
  const char *origin = BRAID_READ((const char *)from, count);
  /* From the end, so that ranges that overlap give what the library gives. */
  for (size_t i = count; i > 0; i -= 2) {
    char first = origin[i - 2], second = origin[i - 1];
    target[i - 2] = second;
    target[i - 1] = first;
  }
}

/* --- filling --- */

static void fill(void *memory, int byte, size_t bytes) {
  bytes = braid_length_within(bytes, memory, NULL);
  unsigned char *target = BRAID_WRITE((unsigned char *)memory, bytes);
  if (!braid_value_symbolic((uint64_t)byte)) {
    memset(target, byte, bytes);
    braid_written(target, bytes);
    return;
  }
  if (bytes == 0)
    return;
  target[0] = (unsigned char)byte;
  for (size_t done = 1; done < bytes;) {
    size_t count = done < bytes - done ? done : bytes - done;
    memcpy(target + done, target, count);
    braid_copy_labels(target + done, target, count);
    done += count;
  }
}

BRAID_MODEL(void *, memset, (void *memory, int byte, size_t bytes)) {
  if (!braid_is_active())
    return memset(memory, byte, bytes);
  fill(memory, byte, bytes);
  return memory;
}

BRAID_MODEL(void *, __memset_chk, (void *memory, int byte, size_t bytes, size_t room)) {
  if (!braid_is_active() || bytes > room)
    return __memset_chk(memory, byte, bytes, room);
  fill(memory, byte, bytes);
  return memory;
}

BRAID_MODEL(void, bzero, (void *memory, size_t bytes)) {
  if (braid_is_active())
    fill(memory, 0, bytes);
  else
    bzero(memory, bytes);
}

BRAID_MODEL(void, explicit_bzero, (void *memory, size_t bytes)) {
  if (braid_is_active())
    fill(memory, 0, bytes);
  else
    explicit_bzero(memory, bytes);
}

BRAID_MODEL(void, __explicit_bzero_chk, (void *memory, size_t bytes, size_t room)) {
  if (braid_is_active() && bytes <= room)
    fill(memory, 0, bytes);
  else
    __explicit_bzero_chk(memory, bytes, room);
}

BRAID_MODEL(void *, memfrob, (void *memory, size_t bytes)) {
  if (!braid_is_active())
    return memfrob(memory, bytes);
  bytes = braid_length_within(bytes, memory, NULL);
  unsigned char *target = BRAID_WRITE((unsigned char *)memory, bytes);
  if (!braid_any_symbolic(target, bytes))
    memfrob(target, bytes);
  else
    for (size_t i = 0; i < bytes; i++)
      target[i] ^= 42;
  return memory;
}

/* --- comparing --- */

static int compare(const void *left, const void *right, size_t bytes) {
  bytes = braid_length_within(bytes, left, right);
  const unsigned char *a = BRAID_READ((const unsigned char *)left, bytes);
  const unsigned char *b = BRAID_READ((const unsigned char *)right, bytes);
  int real = memcmp(a, b, bytes);
  if (!braid_any_symbolic(a, bytes) && !braid_any_symbolic(b, bytes))
    return real;
  for (size_t i = 0; i < bytes; i++)
    if (a[i] != b[i])
      return braid_compared(a[i] - b[i], real);
  return 0;
}

BRAID_MODEL(int, memcmp, (const void *left, const void *right, size_t bytes)) {
  return braid_is_active() ? compare(left, right, bytes) : memcmp(left, right, bytes);
}

BRAID_MODEL(int, bcmp, (const void *left, const void *right, size_t bytes)) {
  return braid_is_active() ? compare(left, right, bytes) : bcmp(left, right, bytes);
}

/* --- searching --- */

/* The first of `bytes` bytes that equals `byte`, or `bytes`. The memory may end at the byte looked for. */
static size_t find_first(const unsigned char *memory, int byte, size_t bytes) {
  if (!braid_value_symbolic((uint64_t)byte)) {
    const unsigned char *found = memchr(memory, byte, bytes);
    size_t index = found ? (size_t)(found - memory) : bytes;
    if (!braid_any_symbolic(memory, found ? index + 1 : bytes))
      return index;
  }
  size_t i = 0;
  while (i < bytes && memory[i] != (unsigned char)byte)
    i++;
  return i;
}

BRAID_MODEL(void *, memchr, (const void *memory, int byte, size_t bytes)) {
  if (!braid_is_active())
    return memchr(memory, byte, bytes);
  bytes = braid_concrete_length(bytes, false);
  size_t index = find_first(BRAID_READ(memory, bytes), byte, bytes);
  return index < bytes ? (char *)memory + index : NULL;
}

static size_t find_raw(const void *memory, int byte) {
  const unsigned char *at = BRAID_READ((const unsigned char *)memory, 1);
  /* The byte is there: the caller says so. Only whether one before it matches can depend on input. */
  if (braid_value_symbolic((uint64_t)byte))
    return find_first(at, byte, SIZE_MAX);
  return find_first(at, byte, (size_t)((const unsigned char *)rawmemchr(at, byte) - at) + 1);
}

BRAID_MODEL(void *, rawmemchr, (const void *memory, int byte)) {
  return braid_is_active() ? (char *)memory + find_raw(memory, byte) : rawmemchr(memory, byte);
}

BRAID_MODEL(void *, __rawmemchr, (const void *memory, int byte)) {
  return braid_is_active() ? (char *)memory + find_raw(memory, byte) : rawmemchr(memory, byte);
}

BRAID_MODEL(void *, memrchr, (const void *memory, int byte, size_t bytes)) {
  if (!braid_is_active())
    return memrchr(memory, byte, bytes);
  bytes = braid_length_within(bytes, memory, NULL);
  const unsigned char *at = BRAID_READ((const unsigned char *)memory, bytes);
  if (!braid_value_symbolic((uint64_t)byte) && !braid_any_symbolic(at, bytes)) {
    const unsigned char *found = memrchr(at, byte, bytes);
    return found ? (char *)memory + (found - at) : NULL;
  }
  for (size_t i = bytes; i-- > 0;)
    if (at[i] == (unsigned char)byte)
      return (char *)memory + i;
  return NULL;
}

BRAID_MODEL(void *, memmem, (const void *memory, size_t bytes, const void *wanted, size_t wanted_bytes)) {
  if (!braid_is_active())
    return memmem(memory, bytes, wanted, wanted_bytes);
  bytes = braid_length_within(bytes, memory, NULL);
  wanted_bytes = braid_length_within(wanted_bytes, wanted, NULL);
  const unsigned char *at = BRAID_READ((const unsigned char *)memory, bytes);
  const unsigned char *key = BRAID_READ((const unsigned char *)wanted, wanted_bytes);
  if (!braid_any_symbolic(at, bytes) && !braid_any_symbolic(key, wanted_bytes)) {
    const unsigned char *found = memmem(at, bytes, key, wanted_bytes);
    return found ? (char *)memory + (found - at) : NULL;
  }
  for (size_t start = 0; start + wanted_bytes <= bytes; start++) {
    size_t i = 0;
    while (i < wanted_bytes && at[start + i] == key[i])
      i++;
    if (i == wanted_bytes)
      return (char *)memory + start;
  }
  return NULL;
}

BRAID_MODEL(void *, memccpy, (void *to, const void *from, int byte, size_t bytes)) {
  if (!braid_is_active())
    return memccpy(to, from, byte, bytes);
  bytes = braid_concrete_length(bytes, false);
  const unsigned char *origin = BRAID_READ((const unsigned char *)from, bytes);
  size_t index = find_first(origin, byte, bytes), count = index < bytes ? index + 1 : bytes;
  move(memcpy, to, origin, count);
  return index < bytes ? (char *)to + count : NULL;
}
