/* Models of the functions that read whole numbers, and of the division and absolute value functions.
 *
 * A number is read digit by digit. Each character costs one decision ("is it a digit of this base?"); letters
 * as digits are told apart by a formula, not by branches. The value stays an expression of the digits. Whether
 * it overflows is asked only from the digit on where it can: while base^digits fits, no input overflows.
 *
 * On this platform long, long long and intmax_t are the same, so two real functions stand for all of them. */
#define _GNU_SOURCE
#include "runtime/model.h"
#include "runtime/models/locale.h"
#include "runtime/models/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

BRAID_MODEL_FILE;

_Static_assert(sizeof(long) == sizeof(intmax_t) && sizeof(long) == sizeof(long long),
               "long is the widest integer");

/* The library's functions behind the standard ones; `group` asks for separators of thousands. */
extern long __strtol_internal(const char *, char **, int, int group);
extern unsigned long __strtoul_internal(const char *, char **, int, int group);

static inline bool is_digit(unsigned character, unsigned base) {
  if (base <= 10)
    return character - '0' < base;
  bool letter = (character | 0x20) - 'a' < base - 10;
  return braid_plain_digit(character) | letter;
}

/* Of a digit: '0' has 16 in its low five bits, 'a' and 'A' have 1. */
static inline unsigned digit_value(unsigned character, unsigned base) {
  if (base <= 10)
    return character - '0';
  return (character & 31) - 16 + (unsigned)braid_when(character > '9', 25);
}

/* The digits from `at` on. `none`: where the number ends if there is no digit. */
static uint64_t read_digits(const unsigned char *at, char **end, unsigned base, bool is_signed, bool negative,
                            const void *none) {
  uint64_t limit = !is_signed ? UINT64_MAX : negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
  uint64_t value = 0, bound = 1; /* value < bound while bound <= limit */
  const unsigned char *first = at;
  bool too_large = false;
  for (; is_digit(*at, base); at++) {
    unsigned digit = digit_value(*at, base);
    if (bound <= limit / base)
      bound *= base;
    else if (!too_large && ((value > limit / base) | ((value == limit / base) & (digit > limit % base))))
      too_large = true;
    value = value * base + digit;
  }
  if (end)
    *end = (char *)(at > first ? at : none);
  if (too_large) {
    errno = ERANGE;
    return limit;
  }
  return negative ? -value : value;
}

/* From behind the sign on. */
static uint64_t read_based(const unsigned char *at, char **end, unsigned base, bool is_signed, bool negative,
                           const void *text) {
  if (base != 0 && base != 16)
    return read_digits(at, end, base, is_signed, negative, text);
  if (*at != '0')
    return read_digits(at, end, base ? base : 10, is_signed, negative, text);
  if ((at[1] | 0x20) == 'x')
    return read_digits(at + 2, end, 16, is_signed, negative, at + 1);
  return read_digits(at, end, base ? base : 8, is_signed, negative, text);
}

/* Most numbers begin with a digit: asking that first leaves only one decision to make about its character. What
 * was decided about the sign and the base goes on as a constant argument, not as a variable that the compiler
 * could recognise as the very condition it was decided by. */
static uint64_t read_integer(const char *text, char **end, unsigned base, bool is_signed) {
  const unsigned char *at = (const unsigned char *)text;
  if (braid_plain_digit(*at))
    return read_based(at, end, base, is_signed, false, text);
  while (braid_plain_space(*at))
    at++;
  if (*at == '-')
    return read_based(at + 1, end, base, is_signed, true, text);
  if (*at == '+')
    return read_based(at + 1, end, base, is_signed, false, text);
  return read_based(at, end, base, is_signed, false, text);
}

static uint64_t real_integer(const char *text, char **end, int base, bool is_signed, locale_t locale) {
  if (is_signed)
    return (uint64_t)(locale ? strtol_l(text, end, base, locale) : strtol(text, end, base));
  return locale ? strtoul_l(text, end, base, locale) : strtoul(text, end, base);
}

/* `locale` is null for the current one. */
static uint64_t integer(const char *text, char **end, int base, bool is_signed, locale_t locale) {
  if (!braid_is_active())
    return real_integer(text, end, base, is_signed, locale);
  base = (int)braid_concrete((uint64_t)(unsigned)base, BRAID_LOST_MODEL);
  text = BRAID_READ(text, 1);
  if (base < 0 || base == 1 || base > 36)
    return real_integer(text, end, base, is_signed, locale);
  int error = errno;
  char *stop = NULL; /* the store forgets what the stack held here before */
  uint64_t value = real_integer(text, &stop, base, is_signed, locale);
  /* The real function looked at the character that stopped it, or, behind "0", at two. What it looked at before
   * it found no number is not known: then read again in any case. */
  if (stop == text || braid_any_symbolic(text, (size_t)(stop - text) + 2)) {
    if (braid_plain_classes(locale ? locale->__ctype_b : *__ctype_b_loc())) {
      errno = error;
      return read_integer(text, end, (unsigned)base, is_signed);
    }
    braid_bytes_lost(text, (size_t)(stop - text) + 1);
  }
  if (end)
    *end = stop;
  return value;
}

#define INTEGER_MODEL(type, name, is_signed)                                                                      \
  BRAID_MODEL(type, name, (const char *text, char **end, int base)) {                                             \
    return (type)integer(text, end, base, is_signed, NULL);                                                       \
  }
#define INTEGER_MODEL_IN_LOCALE(type, name, is_signed)                                                            \
  BRAID_MODEL(type, name, (const char *text, char **end, int base, locale_t locale)) {                            \
    return (type)integer(text, end, base, is_signed, locale);                                                     \
  }

INTEGER_MODEL(long, strtol, true)
INTEGER_MODEL(long long, strtoll, true)
INTEGER_MODEL(long long, strtoq, true)
INTEGER_MODEL(intmax_t, strtoimax, true)
INTEGER_MODEL(unsigned long, strtoul, false)
INTEGER_MODEL(unsigned long long, strtoull, false)
INTEGER_MODEL(unsigned long long, strtouq, false)
INTEGER_MODEL(uintmax_t, strtoumax, false)
INTEGER_MODEL_IN_LOCALE(long, strtol_l, true)
INTEGER_MODEL_IN_LOCALE(long, __strtol_l, true)
INTEGER_MODEL_IN_LOCALE(long long, strtoll_l, true)
INTEGER_MODEL_IN_LOCALE(long long, __strtoll_l, true)
INTEGER_MODEL_IN_LOCALE(unsigned long, strtoul_l, false)
INTEGER_MODEL_IN_LOCALE(unsigned long, __strtoul_l, false)
INTEGER_MODEL_IN_LOCALE(unsigned long long, strtoull_l, false)
INTEGER_MODEL_IN_LOCALE(unsigned long long, __strtoull_l, false)

#define INTERNAL_MODEL(type, name, real, is_signed)                                                               \
  BRAID_MODEL(type, name, (const char *text, char **end, int base, int group)) {                                  \
    return group ? (type)real(text, end, base, group) : (type)integer(text, end, base, is_signed, NULL);          \
  }

INTERNAL_MODEL(long, __strtol_internal, __strtol_internal, true)
INTERNAL_MODEL(long long, __strtoll_internal, __strtol_internal, true)
INTERNAL_MODEL(unsigned long, __strtoul_internal, __strtoul_internal, false)
INTERNAL_MODEL(unsigned long long, __strtoull_internal, __strtoul_internal, false)

BRAID_MODEL(int, atoi, (const char *text)) { return (int)integer(text, NULL, 10, true, NULL); }
BRAID_MODEL(long, atol, (const char *text)) { return (long)integer(text, NULL, 10, true, NULL); }
BRAID_MODEL(long long, atoll, (const char *text)) { return (long long)integer(text, NULL, 10, true, NULL); }

/* --- arithmetic --- plain C says it all; dividing by zero raises the same signal here. */

#define ABSOLUTE_MODEL(type, unsigned_type, name)                                                                 \
  BRAID_MODEL(type, name, (type value)) {                                                                         \
    unsigned_type sign = 0 - (unsigned_type)(value < 0);                                                          \
    return (type)(((unsigned_type)value ^ sign) - sign);                                                          \
  }

ABSOLUTE_MODEL(int, unsigned, abs)
ABSOLUTE_MODEL(long, unsigned long, labs)
ABSOLUTE_MODEL(long long, unsigned long long, llabs)
ABSOLUTE_MODEL(intmax_t, uintmax_t, imaxabs)

#define DIVISION_MODEL(result, type, name)                                                                        \
  BRAID_MODEL(result, name, (type numerator, type denominator)) {                                                 \
    return (result){numerator / denominator, numerator % denominator};                                            \
  }

DIVISION_MODEL(div_t, int, div)
DIVISION_MODEL(ldiv_t, long, ldiv)
DIVISION_MODEL(lldiv_t, long long, lldiv)
DIVISION_MODEL(imaxdiv_t, intmax_t, imaxdiv)
