/* Models of the functions that compare strings.
 *
 * One decision for each pair of bytes: are they equal? Whether an equal pair ends the strings is asked of the
 * byte that does not depend on input, if there is one, and is then no decision. */
#define _GNU_SOURCE
#include "runtime/model.h"
#include "runtime/models/locale.h"
#include "runtime/models/text.h"

BRAID_MODEL_FILE;

/* `real`: what the real function says. */
static inline __attribute__((always_inline)) int compare(const char *left, const char *right, size_t limit,
                                                         bool fold, int real) {
  const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
  for (size_t i = 0; i < limit; i++) {
    unsigned char x = fold ? braid_plain_lower(a[i]) : a[i];
    unsigned char y = fold ? braid_plain_lower(b[i]) : b[i];
    if (x != y)
      return braid_compared(x - y, real);
    if ((braid_value_symbolic(x) ? y : x) == 0)
      return 0;
  }
  return 0;
}

BRAID_MODEL(int, strcmp, (const char *left, const char *right)) {
  if (!braid_is_active())
    return strcmp(left, right);
  left = BRAID_READ(left, 1);
  right = BRAID_READ(right, 1);
  return compare(left, right, SIZE_MAX, false, strcmp(left, right));
}

BRAID_MODEL(int, strncmp, (const char *left, const char *right, size_t limit)) {
  if (!braid_is_active())
    return strncmp(left, right, limit);
  limit = braid_concrete_length(limit, false);
  left = BRAID_READ(left, limit);
  right = BRAID_READ(right, limit);
  return compare(left, right, limit, false, strncmp(left, right, limit));
}

/* --- without regard to case --- */

/* In a locale whose table folds other characters than the C locale's the real function has to decide; the
 * bytes up to the end of the shorter string are lost. */
static int compare_folded(const char *left, const char *right, size_t limit, const int32_t *table, int real) {
  if (braid_plain_to_lower(table))
    return compare(left, right, limit, true, real);
  size_t length = strnlen(right, strnlen(left, limit));
  length = length < limit ? length + 1 : limit;
  braid_bytes_lost(left, length);
  braid_bytes_lost(right, length);
  return real;
}

#define FOLDED_MODEL(name)                                                                                        \
  BRAID_MODEL(int, name, (const char *left, const char *right)) {                                                 \
    if (!braid_is_active())                                                                                       \
      return strcasecmp(left, right);                                                                             \
    left = BRAID_READ(left, 1);                                                                                   \
    right = BRAID_READ(right, 1);                                                                                 \
    return compare_folded(left, right, SIZE_MAX, *__ctype_tolower_loc(), strcasecmp(left, right));                \
  }

FOLDED_MODEL(strcasecmp)
FOLDED_MODEL(__strcasecmp)

BRAID_MODEL(int, strncasecmp, (const char *left, const char *right, size_t limit)) {
  if (!braid_is_active())
    return strncasecmp(left, right, limit);
  limit = braid_concrete_length(limit, false);
  left = BRAID_READ(left, limit);
  right = BRAID_READ(right, limit);
  return compare_folded(left, right, limit, *__ctype_tolower_loc(), strncasecmp(left, right, limit));
}

BRAID_MODEL(int, strcasecmp_l, (const char *left, const char *right, locale_t locale)) {
  if (!braid_is_active())
    return strcasecmp_l(left, right, locale);
  left = BRAID_READ(left, 1);
  right = BRAID_READ(right, 1);
  return compare_folded(left, right, SIZE_MAX, locale->__ctype_tolower, strcasecmp_l(left, right, locale));
}

BRAID_MODEL(int, strncasecmp_l, (const char *left, const char *right, size_t limit, locale_t locale)) {
  if (!braid_is_active())
    return strncasecmp_l(left, right, limit, locale);
  limit = braid_concrete_length(limit, false);
  left = BRAID_READ(left, limit);
  right = BRAID_READ(right, limit);
  return compare_folded(left, right, limit, locale->__ctype_tolower, strncasecmp_l(left, right, limit, locale));
}

/* --- in the order of the locale --- */

/* `rules`: the locale's number of rules, which nl_langinfo gives in the low half of a pointer. Without rules
 * strings are ordered by their bytes. */
static int compare_in_order(const char *left, const char *right, const char *rules, int real) {
  if ((uint32_t)(uintptr_t)rules == 0)
    return compare(left, right, SIZE_MAX, false, real);
  braid_text_lost(left);
  braid_text_lost(right);
  return real;
}

BRAID_MODEL(int, strcoll, (const char *left, const char *right)) {
  if (!braid_is_active())
    return strcoll(left, right);
  left = BRAID_READ(left, 1);
  right = BRAID_READ(right, 1);
  return compare_in_order(left, right, nl_langinfo(_NL_COLLATE_NRULES), strcoll(left, right));
}

BRAID_MODEL(int, strcoll_l, (const char *left, const char *right, locale_t locale)) {
  if (!braid_is_active())
    return strcoll_l(left, right, locale);
  left = BRAID_READ(left, 1);
  right = BRAID_READ(right, 1);
  return compare_in_order(left, right, nl_langinfo_l(_NL_COLLATE_NRULES, locale), strcoll_l(left, right, locale));
}
