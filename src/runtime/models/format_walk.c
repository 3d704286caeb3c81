/* Formatted text: the walk through the format that explains what the real function wrote. See format.h. */
#define _GNU_SOURCE
#include "runtime/models/format.h"

#include <printf.h>
#include <stdio.h>
#include <wchar.h>

BRAID_MODEL_FILE;

/* --- reading a conversion --- */

/* Returns null for what is no flag. */
static bool *flag(format_conversion *conversion, char character) {
  switch (character) {
  case '-':
    return &conversion->left;
  case '+':
    return &conversion->plus;
  case ' ':
    return &conversion->space;
  case '#':
    return &conversion->alternative;
  case '0':
    return &conversion->zero;
  case '\'':
    return &conversion->grouped;
  case 'I':
    return &conversion->other_digits;
  default:
    return NULL;
  }
}

static const char *read_count(const char *format, int *count, format_arguments *arguments) {
  if (*format == '*') {
    *count = va_arg(arguments->list, int);
    return format + 1;
  }
  *count = 0;
  while (*format >= '0' && *format <= '9')
    *count = *count * 10 + (*format++ - '0');
  return format;
}

static const char *read_size(const char *format, enum format_size *size) {
  *size = FORMAT_INT;
  if (format[0] == 'h') {
    *size = format[1] == 'h' ? FORMAT_CHAR : FORMAT_SHORT;
    return format + (format[1] == 'h' ? 2 : 1);
  }
  if (format[0] == 'L') {
    *size = FORMAT_LONG_DOUBLE;
    return format + 1;
  }
  if (format[0] && strchr("lqjzZt", format[0])) {
    *size = FORMAT_LONG;
    return format + (format[0] == 'l' && format[1] == 'l' ? 2 : 1);
  }
  return format;
}

/* From behind the percent sign to behind the letter. A width or precision that depends on input is not negative
 * any more afterwards, which is decided. */
static const char *read_conversion(const char *format, format_conversion *conversion,
                                   format_arguments *arguments) {
  *conversion = (format_conversion){0};
  for (bool *set; (set = flag(conversion, *format)); format++)
    *set = true;
  int count;
  format = read_count(format, &count, arguments);
  if (count < 0) {
    conversion->left = true;
    count = -count;
  }
  conversion->width = count;
  if (*format == '.') {
    format = read_count(format + 1, &count, arguments);
    if (count >= 0) {
      conversion->has_precision = true;
      conversion->precision = count;
    }
  }
  format = read_size(format, &conversion->size);
  conversion->kind = *format;
  return format + (*format != 0);
}

/* --- what the library does alone --- */

#define REBUILT_ROOM 64

/* The conversion as a format of its own, without arguments for width and precision. */
static void rebuild(const format_conversion *conversion, char *at) {
  static const char *const sizes[] = {"", "hh", "h", "l", "L"};
  const bool flags[] = {conversion->left, conversion->plus,    conversion->space,       conversion->alternative,
                        conversion->zero, conversion->grouped, conversion->other_digits};
  *at++ = '%';
  for (size_t i = 0; i < sizeof flags; i++)
    if (flags[i])
      *at++ = "-+ #0'I"[i];
  int width = (int)braid_concrete((uint64_t)conversion->width, BRAID_LOST_MODEL);
  if (width > 0)
    at += sprintf(at, "%d", width);
  if (conversion->has_precision)
    at += sprintf(at, ".%d", (int)braid_concrete((uint64_t)conversion->precision, BRAID_LOST_MODEL));
  at = stpcpy(at, sizes[conversion->size]);
  *at++ = conversion->kind;
  *at = 0;
}

/* Moves on by what the real function writes for this argument. */
#define CONSTANT_ARGUMENT(out, conversion, argument)                                                              \
  do {                                                                                                            \
    char rebuilt[REBUILT_ROOM];                                                                                   \
    rebuild(conversion, rebuilt);                                                                                 \
    int bytes = snprintf(NULL, 0, rebuilt, argument);                                                             \
    format_constant(out, bytes > 0 ? (size_t)bytes : 0);                                                          \
  } while (0)

static double lose_double(double value) {
  union {
    double value;
    uint64_t bits;
  } argument = {value};
  argument.bits = braid_concrete(argument.bits, BRAID_LOST_MODEL);
  return argument.value;
}

/* --- one conversion --- */

static void explain_text(format_output *out, const format_conversion *conversion, const char *text,
                         size_t length) {
  size_t padding = format_missing(length, conversion->width);
  if (!conversion->left)
    format_constant(out, padding);
  format_copied(out, text, length);
  if (conversion->left)
    format_constant(out, padding);
}

static void explain_string(format_output *out, const format_conversion *conversion, format_arguments *arguments) {
  const char *text = va_arg(arguments->list, const char *);
  bool wide = conversion->size == FORMAT_LONG || conversion->kind == 'S';
  if (text && wide)
    braid_bytes_lost(text, wcslen((const wchar_t *)text) * sizeof(wchar_t));
  if (!text || wide) {
    CONSTANT_ARGUMENT(out, conversion, text);
    return;
  }
  text = BRAID_READ(text, 1);
  size_t length = 0;
  if (!conversion->has_precision)
    length = braid_text_length(text);
  else if (!braid_value_symbolic((uint64_t)conversion->precision))
    length = braid_text_length_within(text, (size_t)conversion->precision);
  else
    while (conversion->precision > (int)length && text[length])
      length++;
  explain_text(out, conversion, text, length);
}

static void explain_character(format_output *out, const format_conversion *conversion,
                              format_arguments *arguments) {
  int value = va_arg(arguments->list, int);
  char byte = (char)value;
  if (conversion->size == FORMAT_LONG || conversion->kind == 'C')
    CONSTANT_ARGUMENT(out, conversion, (int)braid_concrete((uint64_t)value, BRAID_LOST_MODEL));
  else
    explain_text(out, conversion, &byte, 1);
}

/* The argument as the library reads it, extended by its sign or by zeros. */
static uint64_t next_integer(const format_conversion *conversion, format_arguments *arguments) {
  bool is_signed = conversion->kind == 'd' || conversion->kind == 'i';
  if (conversion->size == FORMAT_LONG || conversion->size == FORMAT_LONG_DOUBLE || conversion->kind == 'p')
    return va_arg(arguments->list, uint64_t);
  int value = va_arg(arguments->list, int);
  switch (conversion->size) {
  case FORMAT_CHAR:
    return is_signed ? (uint64_t)(signed char)value : (unsigned char)value;
  case FORMAT_SHORT:
    return is_signed ? (uint64_t)(short)value : (unsigned short)value;
  default:
    return is_signed ? (uint64_t)value : (unsigned)value;
  }
}

static void explain_integer(format_output *out, const format_conversion *conversion, format_arguments *arguments) {
  uint64_t value = next_integer(conversion, arguments);
  if (conversion->grouped || conversion->other_digits)
    CONSTANT_ARGUMENT(out, conversion, braid_concrete(value, BRAID_LOST_MODEL));
  else
    format_integer(out, conversion, value);
}

static void explain_floating(format_output *out, const format_conversion *conversion,
                             format_arguments *arguments) {
  if (conversion->size == FORMAT_LONG_DOUBLE)
    CONSTANT_ARGUMENT(out, conversion, va_arg(arguments->list, long double));
  else
    CONSTANT_ARGUMENT(out, conversion, lose_double(va_arg(arguments->list, double)));
}

/* %n: the real function has stored how much it had written. */
static void explain_count(const format_conversion *conversion, format_arguments *arguments) {
  static const size_t sizes[] = {sizeof(int), sizeof(char), sizeof(short), sizeof(long), sizeof(long)};
  braid_written(va_arg(arguments->list, void *), sizes[conversion->size]);
}

/* False for what is not known. */
static bool explain_conversion(format_output *out, const format_conversion *conversion,
                               format_arguments *arguments) {
  switch (conversion->kind) {
  case '%':
    format_constant(out, 1);
    return true;
  case 's':
  case 'S':
    explain_string(out, conversion, arguments);
    return true;
  case 'c':
  case 'C':
    explain_character(out, conversion, arguments);
    return true;
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X':
  case 'b':
  case 'B':
  case 'p':
    explain_integer(out, conversion, arguments);
    return true;
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    explain_floating(out, conversion, arguments);
    return true;
  case 'n':
    explain_count(conversion, arguments);
    return true;
  case 'm':
    CONSTANT_ARGUMENT(out, conversion, 0);
    return true;
  default:
    return false;
  }
}

/* --- the whole format --- */

/* Symbols in the first bytes of a text of which it is not known where it ends, without touching other bytes. */
static void lose_text(const char *text, size_t most) {
  for (size_t i = 0; text && i < most; i++)
    if (braid_any_symbolic(text + i, 1) && braid_concrete((unsigned char)text[i], BRAID_LOST_MODEL) == 0)
      return;
}

static void lose_argument(int type, format_arguments *arguments, size_t most) {
  if (type & PA_FLAG_PTR) {
    (void)va_arg(arguments->list, void *);
    return;
  }
  switch (type & ~PA_FLAG_MASK) {
  case PA_STRING:
    lose_text(va_arg(arguments->list, const char *), most);
    return;
  case PA_WSTRING:
    lose_text(va_arg(arguments->list, const char *), most * sizeof(wchar_t));
    return;
  case PA_FLOAT:
  case PA_DOUBLE:
    if (type & PA_FLAG_LONG_DOUBLE)
      (void)va_arg(arguments->list, long double);
    else
      lose_double(va_arg(arguments->list, double));
    return;
  case PA_POINTER:
    braid_concrete(va_arg(arguments->list, uint64_t), BRAID_LOST_MODEL);
    return;
  default:
    if (type & (PA_FLAG_LONG | PA_FLAG_LONG_LONG))
      braid_concrete(va_arg(arguments->list, uint64_t), BRAID_LOST_MODEL);
    else
      braid_concrete(va_arg(arguments->list, unsigned), BRAID_LOST_MODEL);
  }
}

/* More arguments than this are not looked at. */
#define MOST_TYPES 256

void format_lose(const char *format, format_arguments *arguments, size_t most) {
  int types[MOST_TYPES];
  size_t count = parse_printf_format(format, MOST_TYPES, types);
  for (size_t i = 0; i < count && i < MOST_TYPES; i++)
    lose_argument(types[i], arguments, most);
}

void format_explain(format_output *out, int result, const char *format, format_arguments *arguments) {
  if (braid_any_symbolic(format, strlen(format) + 1)) {
    braid_text_lost(format);
    format_lose(format, arguments, result < 0 ? 0 : (size_t)result);
    return;
  }
  if (result < 0) {
    format_lose(format, arguments, 0);
    return;
  }
  for (const char *at = format;;) {
    size_t literal = (size_t)(strchrnul(at, '%') - at);
    format_constant(out, literal);
    at += literal;
    if (!*at)
      return;
    format_arguments before;
    va_copy(before.list, arguments->list);
    format_conversion conversion;
    const char *behind = read_conversion(at + 1, &conversion, arguments);
    bool known = explain_conversion(out, &conversion, arguments);
    if (!known)
      format_lose(at, &before, (size_t)result);
    va_end(before.list);
    if (!known)
      return;
    at = behind;
  }
}
