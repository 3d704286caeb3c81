/* Characters in the C locale, for models that say what a character is by a formula instead of a table.
 *
 * The library classifies characters by tables that belong to the locale. The formulas below say the same as
 * the tables of the C locale; C.UTF-8 has the same ones. A model asks first whether the table in force is
 * equal to that of the C locale, and gives the matter to the real function if it is not. */
#ifndef BRAID_RUNTIME_MODELS_LOCALE_H
#define BRAID_RUNTIME_MODELS_LOCALE_H

/* Without this the header replaces the functions by reads of the tables. */
#ifndef __NO_CTYPE
#define __NO_CTYPE
#endif
#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The tables have an entry for each value of signed char and of unsigned char. */
#define BRAID_CHARACTERS_LOWEST (-128)
#define BRAID_CHARACTERS_COUNT 384

/* newlocale gives for this name an object that is always there: nothing is allocated. */
static inline locale_t braid_plain_locale(void) {
  static locale_t plain;
  if (!plain)
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  return plain;
}

static inline bool braid_plain_classes(const unsigned short *table) {
  const unsigned short *plain = braid_plain_locale()->__ctype_b;
  return table == plain || memcmp(table + BRAID_CHARACTERS_LOWEST, plain + BRAID_CHARACTERS_LOWEST,
                                  BRAID_CHARACTERS_COUNT * sizeof *plain) == 0;
}

static inline bool braid_plain_table(const int32_t *table, const int *plain) {
  return table == plain || memcmp(table + BRAID_CHARACTERS_LOWEST, plain + BRAID_CHARACTERS_LOWEST,
                                  BRAID_CHARACTERS_COUNT * sizeof *plain) == 0;
}

/* Whether letters change to lower, or to upper, case as in the C locale. */
static inline bool braid_plain_to_lower(const int32_t *table) {
  return braid_plain_table(table, braid_plain_locale()->__ctype_tolower);
}

static inline bool braid_plain_to_upper(const int32_t *table) {
  return braid_plain_table(table, braid_plain_locale()->__ctype_toupper);
}

/* Formulas have no branch, so that asking what a character is decides nothing yet: this is condition ? value : 0.
 */
static inline int braid_when(bool condition, int value) { return -(int)condition & value; }

static inline bool braid_plain_between(unsigned character, unsigned first, unsigned last) {
  return character - first <= last - first;
}

static inline bool braid_plain_space(unsigned character) {
  return braid_plain_between(character, '\t', '\r') | (character == ' ');
}

static inline bool braid_plain_digit(unsigned character) { return braid_plain_between(character, '0', '9'); }

static inline unsigned char braid_plain_lower(unsigned char character) {
  return (unsigned char)(character + braid_when(braid_plain_between(character, 'A', 'Z'), 'a' - 'A'));
}

#endif
