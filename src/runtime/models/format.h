/* Explaining formatted text: the parts that format.c (the models), format_walk.c (the walk through the format) and
 * format_integer.c (numbers) share.
 *
 * The real function has already written its text when the explanation starts. The format is read once more next
 * to the arguments, the decisions that the library made on them are made again, and the characters that came from
 * symbols get their labels at the place where they lie. How long each part of the text is gets decided, so places
 * and the length of the text are constants on this path. Where the explanation arrives at another character than
 * the library, that character stays as it is, and the loss is recorded: a mistake here can cost a label, never a
 * result. */
#ifndef BRAID_RUNTIME_MODELS_FORMAT_H
#define BRAID_RUNTIME_MODELS_FORMAT_H

#include "runtime/models/text.h"

#include <stdarg.h>
#include <wchar.h>

#define FORMAT_HIDDEN __attribute__((visibility("hidden")))

/* --- where the text lies --- */

typedef struct format_output {
  char *to;
  size_t limit; /* how much of the text is in memory */
  size_t position;
} format_output;

/* Characters without a label. */
static inline void format_constant(format_output *out, size_t bytes) { out->position += bytes; }

/* Characters that the library copied. */
static inline void format_copied(format_output *out, const char *from, size_t bytes) {
  if (out->position < out->limit) {
    size_t there = out->limit - out->position;
    braid_copy_labels(out->to + out->position, from, bytes < there ? bytes : there);
  }
  out->position += bytes;
}

/* A character that the library computed. */
static inline void format_computed(format_output *out, char character) {
  if (out->position < out->limit) {
    char *place = out->to + out->position;
    if (memcmp(place, &character, 1) == 0)
      braid_copy_labels(place, &character, 1);
    else
      braid_concrete((unsigned char)character, BRAID_LOST_MODEL);
  }
  out->position++;
}

/* --- one conversion --- */

enum format_size { FORMAT_INT, FORMAT_CHAR, FORMAT_SHORT, FORMAT_LONG, FORMAT_LONG_DOUBLE };

typedef struct format_conversion {
  bool left, plus, space, alternative, zero; /* the flags - + space # 0 */
  bool grouped, other_digits;                /* the flags ' and I, which need the locale */
  bool has_precision;
  int width, precision; /* not negative; depend on input if they come from an argument that does */
  enum format_size size;
  char kind;
} format_conversion;

/* How far `length` is from `least`. If that depends on input it is decided, one by one up to a limit; so what is
 * asked is only what can be seen in the text. */
#define FORMAT_MOST_DECIDED 1000
static inline size_t format_missing(size_t length, int least) {
  size_t missing = 0;
  if (!braid_value_symbolic((uint64_t)least))
    return least > 0 && (size_t)least > length ? (size_t)least - length : 0;
  while (least > (int)(length + missing)) {
    if (missing == FORMAT_MOST_DECIDED)
      return (size_t)(int)braid_concrete((uint64_t)least, BRAID_LOST_MODEL) - length;
    missing++;
  }
  return missing;
}

/* Of d i o u x X b B p. `value`: the argument, extended to 64 bits as its type says. */
FORMAT_HIDDEN void format_integer(format_output *out, const format_conversion *conversion, uint64_t value);

/* --- the whole format --- */

/* Before the real function is called: can somebody who chooses the input choose the format? */
FORMAT_HIDDEN void format_ask(const char *format);
FORMAT_HIDDEN void format_ask_wide(const wchar_t *format);

/* A parameter of type va_list is only a pointer to one. */
typedef struct format_arguments {
  va_list list;
} format_arguments;

/* The text has `result` characters; negative if the real function failed. `arguments` are used up. */
FORMAT_HIDDEN void format_explain(format_output *out, int result, const char *format, format_arguments *arguments);
/* Nothing is known of what the real function did with the arguments, except that it used at most `most` bytes of
 * each text among them. */
FORMAT_HIDDEN void format_lose(const char *format, format_arguments *arguments, size_t most);
/* Wide text is written by the real function alone: what it was given is lost. */
FORMAT_HIDDEN void format_lose_wide(const wchar_t *format, va_list list, int result);

#endif
