/* Models of the functions that classify and convert single characters.
 *
 * The header <ctype.h> normally replaces these functions by reads of a table at an index that depends on the
 * character, where the meaning would be lost; programs under test are therefore compiled with -D__NO_CTYPE,
 * which keeps the calls. A classification is a formula without a branch, so the only decision is the one the
 * program makes with the result. The result has the very bit that the library's table has.
 *
 * Characters outside of -128 to 255, for which the library reads outside of its table, belong to no class. */
#define _GNU_SOURCE
#include "runtime/model.h"
#include "runtime/models/locale.h"

BRAID_MODEL_FILE;

/* Whether the formulas hold for a character that depends on input; if they do not, its label is dropped. */
static bool follows(int *character, bool plain) {
  if (plain)
    return true;
  *character = (int)braid_concrete((uint64_t)(unsigned)*character, BRAID_LOST_MODEL);
  return false;
}

/* A look at a register, for the many characters that are not. */
static bool is_symbolic(int character) { return braid_value_symbolic((uint64_t)character) && braid_is_active(); }

#define IN(first, last) braid_plain_between((unsigned)c, first, last)
#define LETTER braid_plain_between((unsigned)c | 0x20, 'a', 'z')

#define CLASS_MODELS(name, condition)                                                                             \
  static int plain_##name(int c) { return braid_when(condition, _IS##name); }                                     \
  BRAID_MODEL(int, is##name, (int c)) {                                                                           \
    return is_symbolic(c) && follows(&c, braid_plain_classes(*__ctype_b_loc())) ? plain_##name(c) : is##name(c);  \
  }                                                                                                               \
  BRAID_MODEL(int, is##name##_l, (int c, locale_t locale)) {                                                      \
    return is_symbolic(c) && follows(&c, braid_plain_classes(locale->__ctype_b)) ? plain_##name(c)                \
                                                                                 : is##name##_l(c, locale);       \
  }                                                                                                               \
  BRAID_MODEL(int, __is##name##_l, (int c, locale_t locale)) {                                                    \
    return is_symbolic(c) && follows(&c, braid_plain_classes(locale->__ctype_b)) ? plain_##name(c)                \
                                                                                 : is##name##_l(c, locale);       \
  }

CLASS_MODELS(alnum, LETTER | IN('0', '9'))
CLASS_MODELS(alpha, LETTER)
CLASS_MODELS(blank, (c == ' ') | (c == '\t'))
CLASS_MODELS(cntrl, IN(0, 0x1f) | (c == 0x7f))
CLASS_MODELS(digit, IN('0', '9'))
CLASS_MODELS(graph, IN('!', '~'))
CLASS_MODELS(lower, IN('a', 'z'))
CLASS_MODELS(print, IN(' ', '~'))
CLASS_MODELS(punct, IN('!', '~') & !(LETTER | IN('0', '9')))
CLASS_MODELS(space, braid_plain_space((unsigned)c))
CLASS_MODELS(upper, IN('A', 'Z'))
CLASS_MODELS(xdigit, IN('0', '9') | braid_plain_between((unsigned)c | 0x20, 'a', 'f'))

BRAID_MODEL(int, isascii, (int c)) { return IN(0, 0x7f); }

BRAID_MODEL(int, toascii, (int c)) { return c & 0x7f; }

/* The tables of conversion give for a negative character, except EOF, the character it is without its sign. */
static int without_sign(int c) { return c + braid_when(IN(-128u, -2u), 256); }

static int plain_tolower(int c) { return without_sign(c) + braid_when(IN('A', 'Z'), 'a' - 'A'); }
static int plain_toupper(int c) { return without_sign(c) - braid_when(IN('a', 'z'), 'a' - 'A'); }

#define CONVERSION_MODELS(name, plain_table)                                                                      \
  BRAID_MODEL(int, name, (int c)) {                                                                               \
    return is_symbolic(c) && follows(&c, plain_table(*__ctype_##name##_loc())) ? plain_##name(c) : name(c);       \
  }                                                                                                               \
  BRAID_MODEL(int, _##name, (int c)) {                                                                            \
    return is_symbolic(c) && follows(&c, plain_table(*__ctype_##name##_loc())) ? plain_##name(c) : _##name(c);    \
  }                                                                                                               \
  BRAID_MODEL(int, name##_l, (int c, locale_t locale)) {                                                          \
    return is_symbolic(c) && follows(&c, plain_table(locale->__ctype_##name)) ? plain_##name(c)                   \
                                                                              : (name##_l)(c, locale);            \
  }                                                                                                               \
  BRAID_MODEL(int, __##name##_l, (int c, locale_t locale)) {                                                      \
    return is_symbolic(c) && follows(&c, plain_table(locale->__ctype_##name)) ? plain_##name(c)                   \
                                                                              : (name##_l)(c, locale);            \
  }

CONVERSION_MODELS(tolower, braid_plain_to_lower)
CONVERSION_MODELS(toupper, braid_plain_to_upper)
