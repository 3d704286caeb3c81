/* Models of the functions that classify, convert and read single wide characters.
 *
 * In every locale the characters below 128 are ASCII (the library supports no other), and for them there are
 * formulas as in ctype.c. Whether a character is one of them is a decision; any other goes to the library's
 * tables and is lost. Likewise a byte below 128 is a character of its own in all encodings without shift
 * states that this platform uses as locale encodings (ASCII, UTF-8, ISO 8859). */
#define _GNU_SOURCE
#include "runtime/model.h"
#include "runtime/models/locale.h"
#include "runtime/models/text.h"

#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

BRAID_MODEL_FILE;

static bool is_ascii_symbol(wint_t c) { return braid_value_symbolic(c) && braid_is_active() && c < 0x80; }

#define IN(first, last) braid_plain_between(c, first, last)
#define LETTER braid_plain_between(c | 0x20, 'a', 'z')

/* `bit`: what the library returns for a member of the class. */
#define CLASS_MODEL(name, bit, condition)                                                                         \
  BRAID_MODEL(int, isw##name, (wint_t c)) {                                                                       \
    if (is_ascii_symbol(c))                                                                                       \
      return braid_when(condition, bit);                                                                          \
    return isw##name((wint_t)braid_concrete(c, BRAID_LOST_MODEL));                                                \
  }

CLASS_MODEL(alnum, _ISalnum, LETTER | IN('0', '9'))
CLASS_MODEL(alpha, _ISalpha, LETTER)
CLASS_MODEL(blank, _ISblank, (c == ' ') | (c == '\t'))
CLASS_MODEL(cntrl, _IScntrl, IN(0, 0x1f) | (c == 0x7f))
CLASS_MODEL(digit, 1, IN('0', '9'))
CLASS_MODEL(graph, _ISgraph, IN('!', '~'))
CLASS_MODEL(lower, _ISlower, IN('a', 'z'))
CLASS_MODEL(print, _ISprint, IN(' ', '~'))
CLASS_MODEL(punct, _ISpunct, IN('!', '~') & !(LETTER | IN('0', '9')))
CLASS_MODEL(space, _ISspace, braid_plain_space(c))
CLASS_MODEL(upper, _ISupper, IN('A', 'Z'))
CLASS_MODEL(xdigit, _ISxdigit, IN('0', '9') | braid_plain_between(c | 0x20, 'a', 'f'))

BRAID_MODEL(wint_t, towlower, (wint_t c)) {
  if (is_ascii_symbol(c))
    return c + (wint_t)braid_when(IN('A', 'Z'), 'a' - 'A');
  return towlower((wint_t)braid_concrete(c, BRAID_LOST_MODEL));
}

BRAID_MODEL(wint_t, towupper, (wint_t c)) {
  if (is_ascii_symbol(c))
    return c - (wint_t)braid_when(IN('a', 'z'), 'a' - 'A');
  return towupper((wint_t)braid_concrete(c, BRAID_LOST_MODEL));
}

/* --- from bytes --- */

/* Decides whether the next character is the byte at `from`; otherwise its bytes are lost. */
static bool is_ascii_byte(const char *from, size_t bytes) {
  if (!from || bytes == 0 || !braid_any_symbolic(from, 1))
    return false;
  if ((unsigned char)*from < 0x80)
    return true;
  braid_bytes_lost(from, strnlen(from, bytes < MB_CUR_MAX ? bytes : MB_CUR_MAX));
  return false;
}

/* The real function has stored the character; it is this byte. */
static int store_ascii(wchar_t *to, const char *from) {
  if (to)
    *to = (unsigned char)*from;
  return *from == 0 ? 0 : 1;
}

BRAID_MODEL(int, mbtowc, (wchar_t * to, const char *from, size_t bytes)) {
  if (!braid_is_active())
    return mbtowc(to, from, bytes);
  int result = mbtowc(to, from, bytes);
  if (from && to)
    braid_written(to, sizeof *to);
  return (result == 0 || result == 1) && is_ascii_byte(from, bytes) ? store_ascii(to, from) : result;
}

BRAID_MODEL(size_t, mbrtowc, (wchar_t * to, const char *from, size_t bytes, mbstate_t *state)) {
  if (!braid_is_active())
    return mbrtowc(to, from, bytes, state);
  bool begun = !mbsinit(state); /* the byte belongs to a character of which others were seen before */
  size_t result = mbrtowc(to, from, bytes, state);
  if (from && to)
    braid_written(to, sizeof *to);
  if (state)
    braid_written(state, sizeof *state);
  return !begun && result <= 1 && is_ascii_byte(from, bytes) ? (size_t)store_ascii(to, from) : result;
}
