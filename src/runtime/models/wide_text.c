/* Models of the functions on strings and arrays of wide characters: the same as their narrow brothers in memory.c
 * and the string files, shorter because fewer programs need them. */
#define _GNU_SOURCE
#include "runtime/model.h"
#include "runtime/models/text.h"

#include <wchar.h>

BRAID_MODEL_FILE;

extern wchar_t *__wmemcpy_chk(wchar_t *, const wchar_t *, size_t, size_t);
extern wchar_t *__wmemmove_chk(wchar_t *, const wchar_t *, size_t, size_t);
extern wchar_t *__wmemset_chk(wchar_t *, wchar_t, size_t, size_t);
extern wchar_t *__wcscpy_chk(wchar_t *, const wchar_t *, size_t);
extern wchar_t *__wcscat_chk(wchar_t *, const wchar_t *, size_t);
extern wchar_t *__wcsncpy_chk(wchar_t *, const wchar_t *, size_t, size_t);
extern wchar_t *__wcsncat_chk(wchar_t *, const wchar_t *, size_t, size_t);

#define BYTES(count) ((count) * sizeof(wchar_t))

/* wcsnlen, with a decision for each symbolic character. */
static size_t length_within(const wchar_t *text, size_t limit) {
  size_t length = limit == SIZE_MAX ? wcslen(text) : wcsnlen(text, limit);
  if (!braid_any_symbolic(text, BYTES(length < limit ? length + 1 : limit)))
    return length;
  size_t i = 0;
  while (i < limit && text[i])
    i++;
  return i;
}

static void label_copy(wchar_t *to, const wchar_t *from, size_t length, size_t written) {
  braid_copy_labels(to, from, BYTES(length));
  if (written > length)
    braid_written(to + length, BYTES(written - length));
}

/* --- arrays --- */

static void move(wchar_t *to, const wchar_t *from, size_t count) {
  count = braid_concrete_length(count, false);
  to = BRAID_WRITE(to, BYTES(count));
  from = BRAID_READ(from, BYTES(count));
  wmemmove(to, from, count);
  braid_copy_labels(to, from, BYTES(count));
}

BRAID_MODEL(wchar_t *, wmemcpy, (wchar_t * to, const wchar_t *from, size_t count)) {
  if (!braid_is_active())
    return wmemcpy(to, from, count);
  move(to, from, count);
  return to;
}

BRAID_MODEL(wchar_t *, wmemmove, (wchar_t * to, const wchar_t *from, size_t count)) {
  if (!braid_is_active())
    return wmemmove(to, from, count);
  move(to, from, count);
  return to;
}

BRAID_MODEL(wchar_t *, wmempcpy, (wchar_t * to, const wchar_t *from, size_t count)) {
  if (!braid_is_active())
    return wmempcpy(to, from, count);
  move(to, from, count);
  return to + count;
}

BRAID_MODEL(wchar_t *, __wmemcpy_chk, (wchar_t * to, const wchar_t *from, size_t count, size_t room)) {
  if (!braid_is_active() || count > room)
    return __wmemcpy_chk(to, from, count, room);
  move(to, from, count);
  return to;
}

BRAID_MODEL(wchar_t *, __wmemmove_chk, (wchar_t * to, const wchar_t *from, size_t count, size_t room)) {
  if (!braid_is_active() || count > room)
    return __wmemmove_chk(to, from, count, room);
  move(to, from, count);
  return to;
}

static void fill(wchar_t *memory, wchar_t character, size_t count) {
  count = braid_concrete_length(count, false);
  memory = BRAID_WRITE(memory, BYTES(count));
  for (size_t i = 0; i < count; i++)
    memory[i] = character;
}

BRAID_MODEL(wchar_t *, wmemset, (wchar_t * memory, wchar_t character, size_t count)) {
  if (!braid_is_active())
    return wmemset(memory, character, count);
  fill(memory, character, count);
  return memory;
}

BRAID_MODEL(wchar_t *, __wmemset_chk, (wchar_t * memory, wchar_t character, size_t count, size_t room)) {
  if (!braid_is_active() || count > room)
    return __wmemset_chk(memory, character, count, room);
  fill(memory, character, count);
  return memory;
}

BRAID_MODEL(wchar_t *, wmemchr, (const wchar_t *memory, wchar_t wanted, size_t count)) {
  if (!braid_is_active())
    return wmemchr(memory, wanted, count);
  count = braid_concrete_length(count, false);
  const wchar_t *at = BRAID_READ(memory, BYTES(count));
  for (size_t i = 0; i < count; i++)
    if (at[i] == wanted)
      return (wchar_t *)memory + i;
  return NULL;
}

/* --- comparing --- the numbers say nothing but the sign, so they are constants once the sign is decided */

static void decide_order(const wchar_t *left, const wchar_t *right, size_t limit, bool to_end) {
  for (size_t i = 0; i < limit; i++) {
    if (left[i] != right[i]) {
      BRAID_DECIDE(left[i] < right[i]);
      return;
    }
    if (to_end && (braid_value_symbolic((uint64_t)left[i]) ? right[i] : left[i]) == 0)
      return;
  }
}

static int compare_within(const wchar_t *left, const wchar_t *right, size_t limit, bool to_end) {
  limit = braid_concrete_length(limit, false);
  left = BRAID_READ(left, BYTES(limit));
  right = BRAID_READ(right, BYTES(limit));
  decide_order(left, right, limit, to_end);
  return to_end ? wcsncmp(left, right, limit) : wmemcmp(left, right, limit);
}

BRAID_MODEL(int, wmemcmp, (const wchar_t *left, const wchar_t *right, size_t count)) {
  return braid_is_active() ? compare_within(left, right, count, false) : wmemcmp(left, right, count);
}

BRAID_MODEL(int, wcsncmp, (const wchar_t *left, const wchar_t *right, size_t limit)) {
  return braid_is_active() ? compare_within(left, right, limit, true) : wcsncmp(left, right, limit);
}

BRAID_MODEL(int, wcscmp, (const wchar_t *left, const wchar_t *right)) {
  if (!braid_is_active())
    return wcscmp(left, right);
  left = BRAID_READ(left, sizeof *left);
  right = BRAID_READ(right, sizeof *right);
  decide_order(left, right, SIZE_MAX, true);
  return wcscmp(left, right);
}

/* --- strings --- */

BRAID_MODEL(size_t, wcslen, (const wchar_t *text)) {
  return braid_is_active() ? length_within(BRAID_READ(text, sizeof *text), SIZE_MAX) : wcslen(text);
}

BRAID_MODEL(size_t, wcsnlen, (const wchar_t *text, size_t limit)) {
  if (!braid_is_active())
    return wcsnlen(text, limit);
  limit = braid_concrete_length(limit, false);
  return length_within(BRAID_READ(text, BYTES(limit)), limit);
}

static wchar_t *find(const wchar_t *text, wchar_t wanted, bool or_end) {
  const wchar_t *at = BRAID_READ(text, sizeof *text);
  for (size_t i = 0;; i++) {
    if (at[i] == wanted)
      return (wchar_t *)text + i;
    if (at[i] == 0)
      return or_end ? (wchar_t *)text + i : NULL;
  }
}

BRAID_MODEL(wchar_t *, wcschr, (const wchar_t *text, wchar_t wanted)) {
  return braid_is_active() ? find(text, wanted, false) : wcschr(text, wanted);
}

BRAID_MODEL(wchar_t *, wcschrnul, (const wchar_t *text, wchar_t wanted)) {
  return braid_is_active() ? find(text, wanted, true) : wcschrnul(text, wanted);
}

BRAID_MODEL(wchar_t *, wcsrchr, (const wchar_t *text, wchar_t wanted)) {
  if (!braid_is_active())
    return wcsrchr(text, wanted);
  const wchar_t *at = BRAID_READ(text, sizeof *text);
  for (size_t i = length_within(at, SIZE_MAX) + 1; i-- > 0;)
    if (at[i] == wanted)
      return (wchar_t *)text + i;
  return NULL;
}

static size_t copy(wchar_t *to, const wchar_t *from, size_t room) {
  const wchar_t *origin = BRAID_READ(from, sizeof *from);
  size_t length = length_within(origin, SIZE_MAX);
  wchar_t *target = BRAID_WRITE(to, BYTES(length + 1));
  if (length >= room)
    __wcscpy_chk(target, origin, room); /* does not return */
  wcscpy(target, origin);
  label_copy(target, origin, length, length + 1);
  return length;
}

BRAID_MODEL(wchar_t *, wcscpy, (wchar_t * to, const wchar_t *from)) {
  if (!braid_is_active())
    return wcscpy(to, from);
  copy(to, from, SIZE_MAX);
  return to;
}

BRAID_MODEL(wchar_t *, __wcscpy_chk, (wchar_t * to, const wchar_t *from, size_t room)) {
  if (!braid_is_active())
    return __wcscpy_chk(to, from, room);
  copy(to, from, room);
  return to;
}

BRAID_MODEL(wchar_t *, wcpcpy, (wchar_t * to, const wchar_t *from)) {
  return braid_is_active() ? to + copy(to, from, SIZE_MAX) : wcpcpy(to, from);
}

static size_t copy_field(wchar_t *to, const wchar_t *from, size_t count) {
  count = braid_concrete_length(count, false);
  const wchar_t *origin = BRAID_READ(from, BYTES(count));
  wchar_t *target = BRAID_WRITE(to, BYTES(count));
  size_t length = length_within(origin, count);
  wcsncpy(target, origin, count);
  label_copy(target, origin, length, count);
  return length;
}

BRAID_MODEL(wchar_t *, wcsncpy, (wchar_t * to, const wchar_t *from, size_t count)) {
  if (!braid_is_active())
    return wcsncpy(to, from, count);
  copy_field(to, from, count);
  return to;
}

BRAID_MODEL(wchar_t *, __wcsncpy_chk, (wchar_t * to, const wchar_t *from, size_t count, size_t room)) {
  if (!braid_is_active() || count > room)
    return __wcsncpy_chk(to, from, count, room);
  copy_field(to, from, count);
  return to;
}

BRAID_MODEL(wchar_t *, wcpncpy, (wchar_t * to, const wchar_t *from, size_t count)) {
  return braid_is_active() ? to + copy_field(to, from, count) : wcpncpy(to, from, count);
}

static void join(wchar_t *to, const wchar_t *from, size_t limit, size_t room) {
  limit = braid_concrete_length(limit, false);
  const wchar_t *origin = BRAID_READ(from, sizeof *from);
  wchar_t *target = BRAID_WRITE(to, sizeof *to);
  size_t before = length_within(target, SIZE_MAX), added = length_within(origin, limit);
  if (before >= room || added >= room - before)
    __wcsncat_chk(target, origin, limit, room); /* does not return */
  wcsncat(target, origin, added);
  label_copy(target + before, origin, added, added + 1);
}

BRAID_MODEL(wchar_t *, wcscat, (wchar_t * to, const wchar_t *from)) {
  if (!braid_is_active())
    return wcscat(to, from);
  join(to, from, SIZE_MAX, SIZE_MAX);
  return to;
}

BRAID_MODEL(wchar_t *, wcsncat, (wchar_t * to, const wchar_t *from, size_t limit)) {
  if (!braid_is_active())
    return wcsncat(to, from, limit);
  join(to, from, limit, SIZE_MAX);
  return to;
}

BRAID_MODEL(wchar_t *, __wcscat_chk, (wchar_t * to, const wchar_t *from, size_t room)) {
  if (!braid_is_active())
    return __wcscat_chk(to, from, room);
  join(to, from, SIZE_MAX, room);
  return to;
}

BRAID_MODEL(wchar_t *, __wcsncat_chk, (wchar_t * to, const wchar_t *from, size_t limit, size_t room)) {
  if (!braid_is_active())
    return __wcsncat_chk(to, from, limit, room);
  join(to, from, limit, room);
  return to;
}

BRAID_MODEL(wchar_t *, wcsdup, (const wchar_t *text)) {
  if (!braid_is_active())
    return wcsdup(text);
  const wchar_t *origin = BRAID_READ(text, sizeof *text);
  size_t length = length_within(origin, SIZE_MAX);
  wchar_t *result = wcsdup(origin);
  if (result)
    label_copy(result, origin, length, length + 1);
  return result;
}
