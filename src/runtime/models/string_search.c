/* Models of the functions that measure strings and look for something in them.
 *
 * Each looks at the bytes in order and stops as soon as the answer is known, so a byte behind the answer puts
 * no condition on the input. Membership in a set of characters is one decision for each byte, not one for each
 * character of the set. A length that is asked for is a constant on this path: the decisions fix it. */
#define _GNU_SOURCE
#include "runtime/model.h"
#include "runtime/models/locale.h"
#include "runtime/models/text.h"

BRAID_MODEL_FILE;

BRAID_MODEL(size_t, strlen, (const char *text)) {
  return braid_is_active() ? braid_text_length(BRAID_READ(text, 1)) : strlen(text);
}

BRAID_MODEL(size_t, strnlen, (const char *text, size_t limit)) {
  if (!braid_is_active())
    return strnlen(text, limit);
  limit = braid_concrete_length(limit, false);
  return braid_text_length_within(BRAID_READ(text, limit), limit);
}

/* --- one character --- */

static char *find(const char *text, int wanted, bool or_end) {
  const char *at = BRAID_READ(text, 1);
  if (!braid_value_symbolic((uint64_t)wanted)) {
    size_t index = (size_t)(strchrnul(at, wanted) - at);
    if (!braid_any_symbolic(at, index + 1))
      return or_end || at[index] == (char)wanted ? (char *)text + index : NULL;
  }
  for (size_t i = 0;; i++) {
    if (at[i] == (char)wanted)
      return (char *)text + i;
    if (at[i] == 0)
      return or_end ? (char *)text + i : NULL;
  }
}

/* From the end back: only the bytes behind the last match matter. */
static char *find_last(const char *text, int wanted) {
  const char *at = BRAID_READ(text, 1);
  for (size_t i = braid_text_length(at) + 1; i-- > 0;)
    if (at[i] == (char)wanted)
      return (char *)text + i;
  return NULL;
}

BRAID_MODEL(char *, strchr, (const char *text, int wanted)) {
  return braid_is_active() ? find(text, wanted, false) : strchr(text, wanted);
}

BRAID_MODEL(char *, index, (const char *text, int wanted)) {
  return braid_is_active() ? find(text, wanted, false) : strchr(text, wanted);
}

BRAID_MODEL(char *, strchrnul, (const char *text, int wanted)) {
  return braid_is_active() ? find(text, wanted, true) : strchrnul(text, wanted);
}

BRAID_MODEL(char *, strrchr, (const char *text, int wanted)) {
  return braid_is_active() ? find_last(text, wanted) : strrchr(text, wanted);
}

BRAID_MODEL(char *, rindex, (const char *text, int wanted)) {
  return braid_is_active() ? find_last(text, wanted) : strrchr(text, wanted);
}

/* --- a set of characters --- */

BRAID_MODEL(size_t, strspn, (const char *text, const char *set)) {
  return braid_is_active() ? braid_text_span(BRAID_READ(text, 1), BRAID_READ(set, 1)) : strspn(text, set);
}

BRAID_MODEL(size_t, strcspn, (const char *text, const char *set)) {
  return braid_is_active() ? braid_text_span_without(BRAID_READ(text, 1), BRAID_READ(set, 1)) : strcspn(text, set);
}

BRAID_MODEL(char *, strpbrk, (const char *text, const char *set)) {
  if (!braid_is_active())
    return strpbrk(text, set);
  const char *at = BRAID_READ(text, 1);
  size_t index = braid_text_span_without(at, BRAID_READ(set, 1));
  return at[index] ? (char *)text + index : NULL;
}

/* --- a string --- */

static inline unsigned char folded(char character, bool fold) {
  return fold ? braid_plain_lower((unsigned char)character) : (unsigned char)character;
}

static inline __attribute__((always_inline)) char *find_text(const char *text, const char *at, const char *wanted,
                                                             bool fold) {
  size_t length = braid_text_length(wanted);
  for (size_t start = 0;; start++) {
    size_t i = 0;
    while (i < length && folded(at[start + i], fold) == folded(wanted[i], fold))
      i++;
    if (i == length)
      return (char *)text + start;
    /* A first character that matched is not the end of the text. */
    if (i == 0 && at[start] == 0)
      return NULL;
  }
}

/* How far a search looks: to the end of the match, or of the text. */
static bool search_is_symbolic(const char *text, const char *wanted, const char *found) {
  size_t length = strlen(wanted);
  size_t looked_at = found ? (size_t)(found - text) + length : strlen(text) + 1;
  return braid_any_symbolic(text, looked_at) || braid_any_symbolic(wanted, length + 1);
}

BRAID_MODEL(char *, strstr, (const char *text, const char *wanted)) {
  if (!braid_is_active())
    return strstr(text, wanted);
  const char *at = BRAID_READ(text, 1), *key = BRAID_READ(wanted, 1), *found = strstr(at, key);
  if (search_is_symbolic(at, key, found))
    return find_text(text, at, key, false);
  return found ? (char *)text + (found - at) : NULL;
}

static char *find_folded(const char *text, const char *wanted) {
  const char *at = BRAID_READ(text, 1), *key = BRAID_READ(wanted, 1), *found = strcasestr(at, key);
  if (search_is_symbolic(at, key, found)) {
    if (braid_plain_to_lower(*__ctype_tolower_loc()))
      return find_text(text, at, key, true);
    braid_text_lost(at);
    braid_text_lost(key);
  }
  return found ? (char *)text + (found - at) : NULL;
}

BRAID_MODEL(char *, strcasestr, (const char *text, const char *wanted)) {
  return braid_is_active() ? find_folded(text, wanted) : strcasestr(text, wanted);
}

BRAID_MODEL(char *, __strcasestr, (const char *text, const char *wanted)) {
  return braid_is_active() ? find_folded(text, wanted) : strcasestr(text, wanted);
}
