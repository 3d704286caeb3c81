/* Models of the functions that read floating-point numbers.
 *
 * The concrete result is always the real function's. The text is read a second time in instrumented code, for
 * the decisions (what is a digit, where is the point, is there an exponent) and for the digits as one integer.
 * Where that integer and the power of ten or two are both exact in the type, one multiplication or division
 * rounds once and hence gives the correctly rounded number: that is an expression a solver can use, and it is
 * compared with the real result before it is believed. This covers up to 15 digits and powers up to 10^22 for
 * double, 7 digits and 10^10 for float, and hexadecimal numbers as long as the mantissa. Otherwise the digits
 * are lost, which is recorded; so they are for long double, whose format has no symbolic meaning here, and in
 * another rounding mode. */
#define _GNU_SOURCE
#include "runtime/model.h"
#include "runtime/models/locale.h"
#include "runtime/models/text.h"

#include <float.h>
#include <stdlib.h>

BRAID_MODEL_FILE;

extern double __strtod_internal(const char *, char **, int group);
extern float __strtof_internal(const char *, char **, int group);
extern long double __strtold_internal(const char *, char **, int group);

/* A number as it is written, without its sign. */
typedef struct spelling {
  uint64_t mantissa; /* the digits without the point; overflows if there are many */
  unsigned digits;   /* 0 for what is no number */
  int power;         /* of ten, or of two in hexadecimal */
  bool hexadecimal;
} spelling;

/* --- reading the text --- each function returns where it stopped */

#define MOST_EXPONENT_DIGITS 4

static inline bool is_digit(unsigned character, bool hexadecimal) {
  bool letter = braid_plain_between(character | 0x20, 'a', 'f');
  return braid_plain_digit(character) | (letter & hexadecimal);
}

/* Of a digit: the low half of 'a' and 'A' is 1. */
static inline unsigned digit_value(unsigned character, bool hexadecimal) {
  if (!hexadecimal)
    return character - '0';
  return (character & 15) + (unsigned)braid_when(character > '9', 9);
}

static const unsigned char *read_digits(const unsigned char *at, spelling *number) {
  for (; is_digit(*at, number->hexadecimal); at++) {
    number->mantissa = number->mantissa * (number->hexadecimal ? 16 : 10) + digit_value(*at, number->hexadecimal);
    number->digits++;
  }
  return at;
}

/* `none`: where the number ends if there is no digit. */
static const unsigned char *read_exponent_digits(const unsigned char *at, spelling *number, int sign,
                                                 const unsigned char *none) {
  const unsigned char *first = at;
  unsigned value = 0;
  for (; is_digit(*at, false); at++)
    value = value * 10 + digit_value(*at, false);
  value = (unsigned)braid_concrete(value, BRAID_LOST_MODEL); /* the power is a constant of the formula */
  if (at - first > MOST_EXPONENT_DIGITS)
    number->digits = ~0u; /* far out of what is exact */
  else
    number->power += sign * (int)value;
  return at > first ? at : none;
}

static const unsigned char *read_exponent(const unsigned char *at, spelling *number) {
  if ((*at | 0x20) != (number->hexadecimal ? 'p' : 'e'))
    return at;
  if (at[1] == '-')
    return read_exponent_digits(at + 2, number, -1, at);
  if (at[1] == '+')
    return read_exponent_digits(at + 2, number, 1, at);
  return read_exponent_digits(at + 1, number, 1, at);
}

static const unsigned char *read_number(const unsigned char *at, spelling *number) {
  at = read_digits(at, number);
  if (*at == '.') {
    unsigned whole = number->digits;
    at = read_digits(at + 1, number);
    number->power -= (int)(number->digits - whole) * (number->hexadecimal ? 4 : 1);
  }
  return read_exponent(at, number);
}

/* "0x" begins a hexadecimal number only with a digit behind it. */
static bool is_hexadecimal(const unsigned char *at) {
  if (at[0] != '0')
    return false;
  if ((at[1] | 0x20) != 'x')
    return false;
  if (is_digit(at[2], true))
    return true;
  return at[2] == '.' && is_digit(at[3], true);
}

/* Up to the first difference, without regard to case. */
static bool begins_with(const unsigned char *at, const char *lower) {
  for (; *lower; at++, lower++)
    if (braid_plain_lower(*at) != (unsigned char)*lower)
      return false;
  return true;
}

static bool is_name_character(unsigned character) {
  bool letter = braid_plain_between(character | 0x20, 'a', 'z');
  return letter | braid_plain_digit(character) | (character == '_');
}

/* What begins with neither a digit nor a point and a digit. `none`: the whole text. */
static const unsigned char *read_special(const unsigned char *at, const unsigned char *none) {
  if (begins_with(at, "inf"))
    return begins_with(at + 3, "inity") ? at + 8 : at + 3;
  if (!begins_with(at, "nan"))
    return none;
  if (at[3] != '(')
    return at + 3;
  const unsigned char *inside = at + 4;
  while (is_name_character(*inside))
    inside++;
  if (*inside != ')')
    return at + 3;
  braid_bytes_lost(at + 4, (size_t)(inside - at) - 4); /* bits of the result */
  return inside + 1;
}

static const unsigned char *read_unsigned(const unsigned char *at, spelling *number, const unsigned char *none) {
  if (is_digit(at[0], false)) {
    if (!is_hexadecimal(at))
      return read_number(at, number);
    number->hexadecimal = true;
    return read_number(at + 2, number);
  }
  if (at[0] == '.' && is_digit(at[1], false))
    return read_number(at, number);
  return read_special(at, none);
}

static char *read_text(const char *text, spelling *number) {
  const unsigned char *at = (const unsigned char *)text, *none = at;
  if (is_digit(*at, false)) /* first, because it is what most numbers begin with */
    return (char *)read_unsigned(at, number, none);
  while (braid_plain_space(*at))
    at++;
  if (*at == '-' || *at == '+')
    return (char *)read_unsigned(at + 1, number, none);
  return (char *)read_unsigned(at, number, none);
}

/* --- from the text to the value --- */

/* The most that is exact in a type. */
typedef struct exactness {
  unsigned digits, hexadecimal_digits;
  int power_of_ten, power_of_two;
} exactness;

static bool is_exact(const spelling *number, exactness most) {
  int power = number->power < 0 ? -number->power : number->power;
  if (FLT_ROUNDS != 1)
    return false;
  return number->hexadecimal ? number->digits <= most.hexadecimal_digits && power <= most.power_of_two
                             : number->digits <= most.digits && power <= most.power_of_ten;
}

static double power_of_two(int power) {
  union {
    uint64_t bits;
    double value;
  } result = {.bits = (uint64_t)(1023 + power) << 52};
  return result.value;
}

static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* The value as an expression of the digits, if that is exact and agrees with the real result bit for bit. The
 * bits are compared by the real memcmp, which decides nothing. */
#define FOLLOW(type, ...)                                                                                         \
  static type follow_##type(const spelling *number, type result) {                                                \
    if (!braid_value_symbolic(number->mantissa))                                                                  \
      return result;                                                                                              \
    if (is_exact(number, (exactness){__VA_ARGS__})) {                                                             \
      type value = (type)(int64_t)number->mantissa;                                                               \
      if (number->hexadecimal)                                                                                    \
        value *= (type)power_of_two(number->power);                                                               \
      else if (number->power < 0)                                                                                 \
        value /= (type)tens[-number->power];                                                                      \
      else                                                                                                        \
        value *= (type)tens[number->power];                                                                       \
      if (__builtin_signbit(result))                                                                              \
        value = -value;                                                                                           \
      if (memcmp(&value, &result, sizeof value) == 0)                                                             \
        return value;                                                                                             \
    }                                                                                                             \
    braid_concrete(number->mantissa, BRAID_LOST_MODEL);                                                           \
    return result;                                                                                                \
  }

FOLLOW(double, .digits = 15, .hexadecimal_digits = 13, .power_of_ten = 22, .power_of_two = 900)
FOLLOW(float, .digits = 7, .hexadecimal_digits = 6, .power_of_ten = 10, .power_of_two = 90)

typedef long double extended;
static extended follow_extended(const spelling *number, extended result) {
  braid_concrete(number->mantissa, BRAID_LOST_TYPE);
  return result;
}

/* --- the models --- */

/* Behind what it used a reader has looked at five characters at most ("infinitx"), unless it looked for the end
 * of "nan(...", or found no number. */
static bool looked_at_symbols(const char *text, const char *stop, bool is_nan) {
  return stop == text || is_nan || braid_any_symbolic(text, (size_t)(stop - text) + 5);
}

static bool is_plain(locale_t locale) {
  const char *point = locale ? nl_langinfo_l(RADIXCHAR, locale) : nl_langinfo(RADIXCHAR);
  return strcmp(point, ".") == 0 && braid_plain_classes(locale ? locale->__ctype_b : *__ctype_b_loc());
}

#define READ(type, name)                                                                                          \
  static type real_##type(const char *text, char **end, locale_t locale) {                                        \
    return locale ? name##_l(text, end, locale) : name(text, end);                                                \
  } /* `locale` is null for the current one. */                                                                   \
  static type read_##type(const char *text, char **end, locale_t locale) {                                        \
    if (!braid_is_active())                                                                                       \
      return real_##type(text, end, locale);                                                                      \
    char *stop = NULL; /* the store forgets what the stack held here before */                                    \
    text = BRAID_READ(text, 1);                                                                                   \
    type result = real_##type(text, &stop, locale);                                                               \
    if (looked_at_symbols(text, stop, result != result)) {                                                        \
      if (is_plain(locale)) {                                                                                     \
        spelling number = {0};                                                                                    \
        stop = read_text(text, &number);                                                                          \
        result = follow_##type(&number, result);                                                                  \
      } else {                                                                                                    \
        braid_bytes_lost(text, (size_t)(stop - text) + 1);                                                        \
      }                                                                                                           \
    }                                                                                                             \
    if (end)                                                                                                      \
      *end = stop;                                                                                                \
    return result;                                                                                                \
  }                                                                                                               \
  BRAID_MODEL(type, name, (const char *text, char **end)) { return read_##type(text, end, NULL); }                \
  BRAID_MODEL(type, name##_l, (const char *text, char **end, locale_t locale)) {                                  \
    return read_##type(text, end, locale);                                                                        \
  }                                                                                                               \
  BRAID_MODEL(type, __##name##_l, (const char *text, char **end, locale_t locale)) {                              \
    return read_##type(text, end, locale);                                                                        \
  }                                                                                                               \
  BRAID_MODEL(type, __##name##_internal, (const char *text, char **end, int group)) {                             \
    return group ? __##name##_internal(text, end, group) : read_##type(text, end, NULL);                          \
  }

READ(double, strtod)
READ(float, strtof)
READ(extended, strtold)

BRAID_MODEL(double, atof, (const char *text)) { return read_double(text, NULL, NULL); }
