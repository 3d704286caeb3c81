/* Models of the functions that format text into memory.
 *
 * The real function writes the text. Then the format is read once more next to the arguments: text that came
 * in through %s and %c keeps its labels at the place where it lies in the output; a number, which would need a
 * symbolic rendering, is lost there, and the loss recorded. Where the output lies is known from what stands
 * before it, so a format that cannot be followed (numbered arguments, conversions of other libraries) ends the
 * reading: what comes behind it has no labels. */
#define _GNU_SOURCE
#include "runtime/model.h"
#include "runtime/models/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

BRAID_MODEL_FILE;

extern int __vsprintf_chk(char *, int, size_t, const char *, va_list);
extern int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
extern int __vasprintf_chk(char **, int, const char *, va_list);
extern int __vswprintf_chk(wchar_t *, size_t, int, size_t, const wchar_t *, va_list);

/* --- where the output lies --- */

typedef struct output {
  char *to;
  size_t limit; /* how much of the text is in memory */
  size_t position;
} output;

static void constant(output *out, size_t bytes) { out->position += bytes; }

static void labelled(output *out, const char *from, size_t bytes) {
  if (out->position < out->limit) {
    size_t there = out->limit - out->position;
    braid_copy_labels(out->to + out->position, from, bytes < there ? bytes : there);
  }
  out->position += bytes;
}

/* --- one conversion --- */

enum size { SIZE_INT, SIZE_CHAR, SIZE_SHORT, SIZE_LONG, SIZE_LONG_DOUBLE };

typedef struct conversion {
  char flags[8];
  int width, precision; /* precision -1: none */
  enum size size;
  char kind;
} conversion;

/* A parameter of type va_list is only a pointer to one. */
typedef struct arguments {
  va_list list;
} arguments;

static const char *read_count(const char *format, int *count, arguments *arguments) {
  if (*format == '*') {
    *count = (int)braid_concrete((uint64_t)va_arg(arguments->list, int), BRAID_LOST_MODEL);
    return format + 1;
  }
  *count = 0;
  while (*format >= '0' && *format <= '9')
    *count = *count * 10 + (*format++ - '0');
  return format;
}

static const char *read_size(const char *format, enum size *size) {
  *size = SIZE_INT;
  for (;; format++) {
    if (*format == 'h')
      *size = *size == SIZE_SHORT ? SIZE_CHAR : SIZE_SHORT;
    else if (*format == 'L')
      *size = SIZE_LONG_DOUBLE;
    else if (*format && strchr("lqjzZt", *format))
      *size = SIZE_LONG;
    else
      return format;
  }
}

/* Behind the percent sign. Returns null for what cannot be followed. */
static const char *read_conversion(const char *format, conversion *conversion, arguments *arguments) {
  size_t flags = 0;
  for (; *format && strchr("-+ #0'I", *format); format++) {
    if (flags == sizeof conversion->flags - 1)
      return NULL;
    conversion->flags[flags++] = *format;
  }
  conversion->flags[flags] = 0;
  format = read_count(format, &conversion->width, arguments);
  if (conversion->width < 0) { /* of an argument: a flag and a width */
    if (flags == sizeof conversion->flags - 1 || conversion->width == INT32_MIN)
      return NULL;
    conversion->flags[flags++] = '-';
    conversion->flags[flags] = 0;
    conversion->width = -conversion->width;
  }
  conversion->precision = -1;
  if (*format == '.')
    format = read_count(format + 1, &conversion->precision, arguments);
  format = read_size(format, &conversion->size);
  conversion->kind = *format;
  return *format && *format != '$' ? format + 1 : NULL;
}

/* The conversion as a format of its own, without arguments for width and precision. */
static void rebuild(const conversion *conversion, char *format, size_t room) {
  static const char *const sizes[] = {"", "hh", "h", "l", "L"};
  char precision[16] = "";
  if (conversion->precision >= 0)
    snprintf(precision, sizeof precision, ".%d", conversion->precision);
  if (conversion->width > 0)
    snprintf(format, room, "%%%s%d%s%s%c", conversion->flags, conversion->width, precision,
             sizes[conversion->size], conversion->kind);
  else
    snprintf(format, room, "%%%s%s%s%c", conversion->flags, precision, sizes[conversion->size], conversion->kind);
}

#define REBUILT_ROOM 64
/* Moves on by what the real function writes for this argument. */
#define CONSTANT_ARGUMENT(out, conversion, argument)                                                              \
  do {                                                                                                            \
    char rebuilt[REBUILT_ROOM];                                                                                   \
    rebuild(conversion, rebuilt, sizeof rebuilt);                                                                 \
    int bytes = snprintf(NULL, 0, rebuilt, argument);                                                             \
    constant(out, bytes > 0 ? (size_t)bytes : 0);                                                                 \
  } while (0)

static void follow_text(output *out, const conversion *conversion, const char *text, size_t length) {
  size_t padding = (size_t)conversion->width > length ? (size_t)conversion->width - length : 0;
  bool left = strchr(conversion->flags, '-') != NULL;
  constant(out, left ? 0 : padding);
  labelled(out, text, length);
  constant(out, left ? padding : 0);
}

static void follow_string(output *out, const conversion *conversion, arguments *arguments) {
  const char *text = va_arg(arguments->list, const char *);
  bool wide = conversion->size == SIZE_LONG || conversion->kind == 'S';
  if (text && wide)
    braid_bytes_lost(text, wcslen((const wchar_t *)text) * sizeof(wchar_t));
  if (!text || wide) {
    CONSTANT_ARGUMENT(out, conversion, text);
    return;
  }
  text = BRAID_READ(text, 1);
  follow_text(out, conversion, text,
              conversion->precision < 0 ? braid_text_length(text)
                                        : braid_text_length_within(text, (size_t)conversion->precision));
}

static void follow_character(output *out, const conversion *conversion, arguments *arguments) {
  int value = va_arg(arguments->list, int);
  char byte = (char)value;
  if (conversion->size == SIZE_LONG || conversion->kind == 'C')
    CONSTANT_ARGUMENT(out, conversion, (int)braid_concrete((uint64_t)value, BRAID_LOST_MODEL));
  else
    follow_text(out, conversion, &byte, 1);
}

static void follow_integer(output *out, const conversion *conversion, arguments *arguments) {
  if (conversion->size == SIZE_LONG || conversion->size == SIZE_LONG_DOUBLE || conversion->kind == 'p') {
    long value = va_arg(arguments->list, long);
    CONSTANT_ARGUMENT(out, conversion, (long)braid_concrete((uint64_t)value, BRAID_LOST_MODEL));
  } else {
    int value = va_arg(arguments->list, int);
    CONSTANT_ARGUMENT(out, conversion, (int)braid_concrete((uint64_t)value, BRAID_LOST_MODEL));
  }
}

static void follow_floating(output *out, const conversion *conversion, arguments *arguments) {
  if (conversion->size == SIZE_LONG_DOUBLE) {
    CONSTANT_ARGUMENT(out, conversion, va_arg(arguments->list, long double));
  } else {
    union {
      double value;
      uint64_t bits;
    } argument = {va_arg(arguments->list, double)};
    argument.bits = braid_concrete(argument.bits, BRAID_LOST_MODEL);
    CONSTANT_ARGUMENT(out, conversion, argument.value);
  }
}

/* %n: the real function has stored how much it had written. */
static void follow_count(const conversion *conversion, arguments *arguments) {
  static const size_t sizes[] = {sizeof(int), sizeof(char), sizeof(short), sizeof(long), sizeof(long)};
  braid_written(va_arg(arguments->list, void *), sizes[conversion->size]);
}

static bool follow_conversion(output *out, const conversion *conversion, arguments *arguments) {
  switch (conversion->kind) {
  case '%':
    constant(out, 1);
    return true;
  case 's':
  case 'S':
    follow_string(out, conversion, arguments);
    return true;
  case 'c':
  case 'C':
    follow_character(out, conversion, arguments);
    return true;
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X':
  case 'p':
    follow_integer(out, conversion, arguments);
    return true;
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    follow_floating(out, conversion, arguments);
    return true;
  case 'n':
    follow_count(conversion, arguments);
    return true;
  case 'm':
    CONSTANT_ARGUMENT(out, conversion, 0);
    return true;
  default:
    return false;
  }
}

/* --- the whole format --- */

static void follow_format(output *out, const char *format, arguments *arguments) {
  while (*format) {
    size_t literal = (size_t)(strchrnul(format, '%') - format);
    constant(out, literal);
    format += literal;
    if (!*format)
      return;
    conversion conversion;
    format = read_conversion(format + 1, &conversion, arguments);
    if (!format || !follow_conversion(out, &conversion, arguments))
      return;
  }
}

/* After the real function has returned `result`. `room`: how much it could write, SIZE_MAX if all. */
static void follow(char *to, size_t room, int result, const char *format, va_list list, int error_before) {
  if (room == 0)
    return;
  if (result < 0) { /* how far it came is not known */
    if (room != SIZE_MAX)
      braid_written(to, room);
    return;
  }
  output out = {to, (size_t)result < room ? (size_t)result : room - 1, 0};
  braid_written(to, out.limit + 1);
  if (braid_any_symbolic(format, strlen(format) + 1)) {
    braid_text_lost(format);
    return;
  }
  int error = errno;
  arguments arguments;
  va_copy(arguments.list, list);
  errno = error_before; /* for %m */
  follow_format(&out, format, &arguments);
  errno = error;
  va_end(arguments.list);
}

/* --- the models --- `flag` and `size` are what a fortified call adds; they go to the real function */

static int format_text(char *to, const char *format, va_list list, bool checked, int flag, size_t size) {
  int error = errno;
  va_list copy;
  va_copy(copy, list);
  int result = checked ? __vsprintf_chk(to, flag, size, format, list) : vsprintf(to, format, list);
  if (braid_is_active())
    follow(to, SIZE_MAX, result, format, copy, error);
  va_end(copy);
  return result;
}

static int format_within(char *to, size_t room, const char *format, va_list list, bool checked, int flag,
                         size_t size) {
  int error = errno;
  room = braid_concrete_length(room, false);
  to = BRAID_WRITE(to, room);
  va_list copy;
  va_copy(copy, list);
  int result = checked ? __vsnprintf_chk(to, room, flag, size, format, list) : vsnprintf(to, room, format, list);
  if (braid_is_active())
    follow(to, room, result, format, copy, error);
  va_end(copy);
  return result;
}

static int format_allocated(char **to, const char *format, va_list list, bool checked, int flag) {
  int error = errno;
  va_list copy;
  va_copy(copy, list);
  int result = checked ? __vasprintf_chk(to, flag, format, list) : vasprintf(to, format, list);
  if (braid_is_active()) {
    braid_written(to, sizeof *to);
    if (result >= 0)
      follow(*to, SIZE_MAX, result, format, copy, error);
  }
  va_end(copy);
  return result;
}

/* Wide text is written by the real function alone. */
static int format_wide(wchar_t *to, size_t room, const wchar_t *format, va_list list, bool checked, int flag,
                       size_t size) {
  room = braid_concrete_length(room, false);
  int result = checked ? __vswprintf_chk(to, room, flag, size, format, list) : vswprintf(to, room, format, list);
  braid_written(to, (result < 0 ? room : (size_t)result + 1) * sizeof *to);
  return result;
}

#define CALL_WITH_LIST(last, call)                                                                                \
  va_list list;                                                                                                   \
  va_start(list, last);                                                                                           \
  int result = call;                                                                                              \
  va_end(list);                                                                                                   \
  return result

BRAID_MODEL(int, vsprintf, (char *to, const char *format, va_list list)) {
  return format_text(BRAID_WRITE(to, 1), format, list, false, 0, 0);
}

BRAID_MODEL(int, sprintf, (char *to, const char *format, ...)) {
  CALL_WITH_LIST(format, format_text(BRAID_WRITE(to, 1), format, list, false, 0, 0));
}

BRAID_MODEL(int, __vsprintf_chk, (char *to, int flag, size_t size, const char *format, va_list list)) {
  return format_text(BRAID_WRITE(to, 1), format, list, true, flag, size);
}

BRAID_MODEL(int, __sprintf_chk, (char *to, int flag, size_t size, const char *format, ...)) {
  CALL_WITH_LIST(format, format_text(BRAID_WRITE(to, 1), format, list, true, flag, size));
}

BRAID_MODEL(int, vsnprintf, (char *to, size_t room, const char *format, va_list list)) {
  return format_within(to, room, format, list, false, 0, 0);
}

BRAID_MODEL(int, snprintf, (char *to, size_t room, const char *format, ...)) {
  CALL_WITH_LIST(format, format_within(to, room, format, list, false, 0, 0));
}

BRAID_MODEL(int, __vsnprintf_chk,
            (char *to, size_t room, int flag, size_t size, const char *format, va_list list)) {
  return format_within(to, room, format, list, true, flag, size);
}

BRAID_MODEL(int, __snprintf_chk, (char *to, size_t room, int flag, size_t size, const char *format, ...)) {
  CALL_WITH_LIST(format, format_within(to, room, format, list, true, flag, size));
}

BRAID_MODEL(int, vasprintf, (char **to, const char *format, va_list list)) {
  return format_allocated(to, format, list, false, 0);
}

BRAID_MODEL(int, asprintf, (char **to, const char *format, ...)) {
  CALL_WITH_LIST(format, format_allocated(to, format, list, false, 0));
}

BRAID_MODEL(int, __vasprintf_chk, (char **to, int flag, const char *format, va_list list)) {
  return format_allocated(to, format, list, true, flag);
}

BRAID_MODEL(int, __asprintf_chk, (char **to, int flag, const char *format, ...)) {
  CALL_WITH_LIST(format, format_allocated(to, format, list, true, flag));
}

BRAID_MODEL(int, vswprintf, (wchar_t * to, size_t room, const wchar_t *format, va_list list)) {
  return format_wide(to, room, format, list, false, 0, 0);
}

BRAID_MODEL(int, swprintf, (wchar_t * to, size_t room, const wchar_t *format, ...)) {
  CALL_WITH_LIST(format, format_wide(to, room, format, list, false, 0, 0));
}

BRAID_MODEL(int, __vswprintf_chk,
            (wchar_t * to, size_t room, int flag, size_t size, const wchar_t *format, va_list list)) {
  return format_wide(to, room, format, list, true, flag, size);
}

BRAID_MODEL(int, __swprintf_chk, (wchar_t * to, size_t room, int flag, size_t size, const wchar_t *format, ...)) {
  CALL_WITH_LIST(format, format_wide(to, room, format, list, true, flag, size));
}
