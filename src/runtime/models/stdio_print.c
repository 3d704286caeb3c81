/* Models of the functions that format text and write it. Where the text goes to whoever started the program,
 * nothing is left to know about it. Elsewhere the program may read it again: then the text is formatted once more,
 * into memory, and explained as that of sprintf is (format.h). The decisions that this takes are held back until
 * somebody looks at the file (held_back.c), except where the program looks at the length that is returned. */
#define _GNU_SOURCE
#include "runtime/models/format.h"
#include "runtime/models/output.h"

#include <errno.h>

BRAID_MODEL_FILE;
BRAID_OUTPUT_FILE;

#define LONGEST_TEXT 16384 /* on the stack */

extern int __vfprintf_chk(FILE *, int, const char *, va_list);
extern int __vdprintf_chk(int, int, const char *, va_list);

/* Where to: a stream, or else a descriptor. A fortified call has a flag. */
typedef struct target {
  FILE *file;
  int descriptor;
  bool checked;
  int flag;
} target;

static int real_print(target to, const char *format, va_list list) {
  if (to.file)
    return to.checked ? __vfprintf_chk(to.file, to.flag, format, list) : vfprintf(to.file, format, list);
  return to.checked ? __vdprintf_chk(to.descriptor, to.flag, format, list) : vdprintf(to.descriptor, format, list);
}

/* A parameter of type va_list is only a pointer to one. */
static int length_of(const char *format, va_list list) {
  va_list copy;
  va_copy(copy, list);
  int length = vsnprintf(NULL, 0, format, copy);
  va_end(copy);
  return length;
}

static void explain(char *text, int length, const char *format, va_list list, int error) {
  format_arguments arguments;
  va_copy(arguments.list, list);
  errno = error; /* for %m */
  vsnprintf(text, (size_t)length + 1, format, arguments.list);
  va_end(arguments.list);
  braid_written(text, (size_t)length + 1);
  format_output out = {text, (size_t)length, 0};
  va_copy(arguments.list, list);
  errno = error;
  format_explain(&out, length, format, &arguments);
  va_end(arguments.list);
  errno = error;
}

static void lose(const char *format, va_list list, int length) {
  format_arguments arguments;
  va_copy(arguments.list, list);
  format_lose(format, &arguments, length < 0 ? 0 : (size_t)length);
  va_end(arguments.list);
}

/* The text is known before it is written: from a pipe somebody may read it before this is over. */
static int print_followed(target to, const char *format, va_list list, bool shown) {
  int error = errno, length = length_of(format, list);
  bool too_long = length < 0 || length > LONGEST_TEXT;
  char text[too_long ? 1 : (size_t)length + 1];
  bool held = !braid_result_is_used();
  if (held)
    braid_hold_begin();
  if (too_long)
    lose(format, list, length);
  else
    explain(text, length, format, list, error);
  braid_hold_end();
  errno = error;
  if (shown) {
    braid_hold_for(-1);
    return real_print(to, format, list);
  }
  const struct iovec part = {text, too_long ? 0 : (size_t)length};
  braid_output output = {.descriptor = to.descriptor, .parts = &part, .part_count = 1};
  int channel = to.file ? braid_stream_writes(to.file, &output, &part, 1) : braid_output_begin(&output);
  braid_hold_for(channel);
  int result = real_print(to, format, list);
  int64_t done = result == length && !too_long ? length : BRAID_OUTPUT_UNKNOWN;
  if (to.file)
    braid_stream_wrote(to.file, channel, &output, done);
  else if (channel >= 0)
    braid_output_end(channel, &output, done, braid_place_behind(to.descriptor, -1, done));
  return result;
}

static int print(target to, const char *format, va_list list) {
  if (!braid_is_active())
    return real_print(to, format, list);
  format_ask(format);
  if (to.file) {
    flockfile(to.file);
    to.descriptor = braid_stream_descriptor(to.file);
  }
  bool shown = braid_is_shown_output(to.descriptor);
  int result =
      shown && !braid_result_is_used() ? real_print(to, format, list) : print_followed(to, format, list, shown);
  if (to.file)
    funlockfile(to.file);
  return result;
}

#define PRINT_WITH_LIST(target)                                                                                   \
  va_list list;                                                                                                   \
  va_start(list, format);                                                                                         \
  int result = print(target, format, list);                                                                       \
  va_end(list);                                                                                                   \
  return result

#define TO_STREAM(file) (target){file, -1, false, 0}
#define TO_STREAM_CHECKED(file, flag)                                                                             \
  (target) { file, -1, true, flag }

BRAID_MODEL(int, vfprintf, (FILE * file, const char *format, va_list list)) {
  return print(TO_STREAM(file), format, list);
}
BRAID_MODEL(int, fprintf, (FILE * file, const char *format, ...)) { PRINT_WITH_LIST(TO_STREAM(file)); }
BRAID_MODEL(int, vprintf, (const char *format, va_list list)) { return print(TO_STREAM(stdout), format, list); }
BRAID_MODEL(int, printf, (const char *format, ...)) { PRINT_WITH_LIST(TO_STREAM(stdout)); }
BRAID_MODEL(int, __vfprintf_chk, (FILE * file, int flag, const char *format, va_list list)) {
  return print(TO_STREAM_CHECKED(file, flag), format, list);
}
BRAID_MODEL(int, __fprintf_chk, (FILE * file, int flag, const char *format, ...)) {
  PRINT_WITH_LIST(TO_STREAM_CHECKED(file, flag));
}
BRAID_MODEL(int, __vprintf_chk, (int flag, const char *format, va_list list)) {
  return print(TO_STREAM_CHECKED(stdout, flag), format, list);
}
BRAID_MODEL(int, __printf_chk, (int flag, const char *format, ...)) {
  PRINT_WITH_LIST(TO_STREAM_CHECKED(stdout, flag));
}

#define TO_DESCRIPTOR(descriptor) (target){NULL, descriptor, false, 0}
#define TO_DESCRIPTOR_CHECKED(descriptor, flag)                                                                   \
  (target) { NULL, descriptor, true, flag }

BRAID_MODEL(int, vdprintf, (int descriptor, const char *format, va_list list)) {
  return print(TO_DESCRIPTOR(descriptor), format, list);
}
BRAID_MODEL(int, dprintf, (int descriptor, const char *format, ...)) {
  PRINT_WITH_LIST(TO_DESCRIPTOR(descriptor));
}
BRAID_MODEL(int, __vdprintf_chk, (int descriptor, int flag, const char *format, va_list list)) {
  return print(TO_DESCRIPTOR_CHECKED(descriptor, flag), format, list);
}
BRAID_MODEL(int, __dprintf_chk, (int descriptor, int flag, const char *format, ...)) {
  PRINT_WITH_LIST(TO_DESCRIPTOR_CHECKED(descriptor, flag));
}
