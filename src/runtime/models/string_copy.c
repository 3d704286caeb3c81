/* Models of the functions that copy and join strings.
 *
 * Where the string ends is decided byte by byte (models/text.h); the real function then writes the result and
 * the labels of the text follow it. The zero byte that ends a copy is a constant: that it is zero was decided. */
#define _GNU_SOURCE
#include "runtime/model.h"
#include "runtime/models/text.h"

BRAID_MODEL_FILE;

extern char *__strcpy_chk(char *, const char *, size_t);
extern char *__stpcpy_chk(char *, const char *, size_t);
extern char *__strncpy_chk(char *, const char *, size_t, size_t);
extern char *__stpncpy_chk(char *, const char *, size_t, size_t);
extern char *__strcat_chk(char *, const char *, size_t);
extern char *__strncat_chk(char *, const char *, size_t, size_t);

/* Labels for a copy of `length` bytes of text, followed by constants up to `written`. */
static void label_copy(char *to, const char *from, size_t length, size_t written) {
  braid_copy_labels(to, from, length);
  if (written > length)
    braid_written(to + length, written - length);
}

/* --- whole strings --- */

/* `room`: what a fortified call says there is at `to`. Result: the length. */
static size_t copy(char *to, const char *from, size_t room) {
  const char *origin = BRAID_READ(from, 1);
  size_t length = braid_text_length(origin);
  char *target = BRAID_WRITE(to, length + 1);
  if (length >= room)
    __strcpy_chk(target, origin, room); /* does not return */
  strcpy(target, origin);
  label_copy(target, origin, length, length + 1);
  return length;
}

BRAID_MODEL(char *, strcpy, (char *to, const char *from)) {
  if (!braid_is_active())
    return strcpy(to, from);
  copy(to, from, SIZE_MAX);
  return to;
}

BRAID_MODEL(char *, stpcpy, (char *to, const char *from)) {
  return braid_is_active() ? to + copy(to, from, SIZE_MAX) : stpcpy(to, from);
}

BRAID_MODEL(char *, __stpcpy, (char *to, const char *from)) {
  return braid_is_active() ? to + copy(to, from, SIZE_MAX) : stpcpy(to, from);
}

BRAID_MODEL(char *, __strcpy_chk, (char *to, const char *from, size_t room)) {
  if (!braid_is_active())
    return __strcpy_chk(to, from, room);
  copy(to, from, room);
  return to;
}

BRAID_MODEL(char *, __stpcpy_chk, (char *to, const char *from, size_t room)) {
  return braid_is_active() ? to + copy(to, from, room) : __stpcpy_chk(to, from, room);
}

/* --- into a field of fixed size --- */

/* Result: the length of the text in the field. */
static size_t copy_field(char *to, const char *from, size_t bytes) {
  bytes = braid_length_within(bytes, to, NULL);
  const char *origin = BRAID_READ(from, bytes);
  char *target = BRAID_WRITE(to, bytes);
  size_t length = braid_text_length_within(origin, bytes);
  strncpy(target, origin, bytes);
  label_copy(target, origin, length, bytes);
  return length;
}

BRAID_MODEL(char *, strncpy, (char *to, const char *from, size_t bytes)) {
  if (!braid_is_active())
    return strncpy(to, from, bytes);
  copy_field(to, from, bytes);
  return to;
}

BRAID_MODEL(char *, stpncpy, (char *to, const char *from, size_t bytes)) {
  return braid_is_active() ? to + copy_field(to, from, bytes) : stpncpy(to, from, bytes);
}

BRAID_MODEL(char *, __stpncpy, (char *to, const char *from, size_t bytes)) {
  return braid_is_active() ? to + copy_field(to, from, bytes) : stpncpy(to, from, bytes);
}

BRAID_MODEL(char *, __strncpy_chk, (char *to, const char *from, size_t bytes, size_t room)) {
  if (!braid_is_active() || bytes > room)
    return __strncpy_chk(to, from, bytes, room);
  copy_field(to, from, bytes);
  return to;
}

BRAID_MODEL(char *, __stpncpy_chk, (char *to, const char *from, size_t bytes, size_t room)) {
  if (!braid_is_active() || bytes > room)
    return __stpncpy_chk(to, from, bytes, room);
  return to + copy_field(to, from, bytes);
}

/* --- joining --- */

static void join(char *to, const char *from, size_t limit, size_t room) {
  limit = braid_concrete_length(limit, false);
  const char *origin = BRAID_READ(from, 1);
  char *target = BRAID_WRITE(to, 1);
  size_t before = braid_text_length(target);
  size_t added = limit == SIZE_MAX ? braid_text_length(origin) : braid_text_length_within(origin, limit);
  if (before >= room || added >= room - before)
    __strncat_chk(target, origin, limit, room); /* does not return */
  strncat(target, origin, added);
  label_copy(target + before, origin, added, added + 1);
}

BRAID_MODEL(char *, strcat, (char *to, const char *from)) {
  if (!braid_is_active())
    return strcat(to, from);
  join(to, from, SIZE_MAX, SIZE_MAX);
  return to;
}

BRAID_MODEL(char *, strncat, (char *to, const char *from, size_t limit)) {
  if (!braid_is_active())
    return strncat(to, from, limit);
  join(to, from, limit, SIZE_MAX);
  return to;
}

BRAID_MODEL(char *, __strcat_chk, (char *to, const char *from, size_t room)) {
  if (!braid_is_active())
    return __strcat_chk(to, from, room);
  join(to, from, SIZE_MAX, room);
  return to;
}

BRAID_MODEL(char *, __strncat_chk, (char *to, const char *from, size_t limit, size_t room)) {
  if (!braid_is_active())
    return __strncat_chk(to, from, limit, room);
  join(to, from, limit, room);
  return to;
}

/* --- new memory --- */

static char *duplicate(const char *text) {
  const char *origin = BRAID_READ(text, 1);
  size_t length = braid_text_length(origin);
  char *result = strdup(origin);
  if (result)
    label_copy(result, origin, length, length + 1);
  return result;
}

static char *duplicate_within(const char *text, size_t limit) {
  limit = braid_concrete_length(limit, false);
  const char *origin = BRAID_READ(text, limit);
  size_t length = braid_text_length_within(origin, limit);
  char *result = strndup(origin, limit);
  if (result)
    label_copy(result, origin, length, length + 1);
  return result;
}

BRAID_MODEL(char *, strdup, (const char *text)) { return braid_is_active() ? duplicate(text) : strdup(text); }

BRAID_MODEL(char *, __strdup, (const char *text)) { return braid_is_active() ? duplicate(text) : strdup(text); }

BRAID_MODEL(char *, strndup, (const char *text, size_t limit)) {
  return braid_is_active() ? duplicate_within(text, limit) : strndup(text, limit);
}

BRAID_MODEL(char *, __strndup, (const char *text, size_t limit)) {
  return braid_is_active() ? duplicate_within(text, limit) : strndup(text, limit);
}
