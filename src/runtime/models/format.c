/* Models of the functions that format text into memory. The real function writes the text; format.h says how it is
 * explained afterwards. */
#define _GNU_SOURCE
#include "runtime/models/format.h"

#include <errno.h>
#include <stdio.h>
#include <wchar.h>

BRAID_MODEL_FILE;

extern int __vsprintf_chk(char *, int, size_t, const char *, va_list);
extern int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
extern int __vasprintf_chk(char **, int, const char *, va_list);
extern int __vswprintf_chk(wchar_t *, size_t, int, size_t, const wchar_t *, va_list);

/* After the real function has returned `result`. `room`: how much it could write, SIZE_MAX if all. */
static void explain(char *to, size_t room, int result, const char *format, va_list list, int error_before) {
  format_output out = {to, 0, 0};
  if (result < 0 && room != SIZE_MAX) { /* how far it came is not known */
    braid_written(to, room);
  } else if (result >= 0 && room > 0) {
    out.limit = (size_t)result < room ? (size_t)result : room - 1;
    braid_written(to, out.limit + 1);
  }
  int error = errno;
  format_arguments arguments;
  va_copy(arguments.list, list);
  errno = error_before; /* for %m */
  format_explain(&out, result, format, &arguments);
  errno = error;
  va_end(arguments.list);
}

/* --- the models --- `flag` and `size` are what a fortified call adds; they go to the real function */

static int format_text(char *to, const char *format, va_list list, bool checked, int flag, size_t size) {
  int error = errno;
  format_ask(format);
  va_list copy;
  va_copy(copy, list);
  int result = checked ? __vsprintf_chk(to, flag, size, format, list) : vsprintf(to, format, list);
  if (braid_is_active())
    explain(to, SIZE_MAX, result, format, copy, error);
  va_end(copy);
  return result;
}

static int format_within(char *to, size_t room, const char *format, va_list list, bool checked, int flag,
                         size_t size) {
  int error = errno;
  format_ask(format);
  room = braid_concrete_length(room, false);
  to = BRAID_WRITE(to, room);
  va_list copy;
  va_copy(copy, list);
  int result = checked ? __vsnprintf_chk(to, room, flag, size, format, list) : vsnprintf(to, room, format, list);
  if (braid_is_active())
    explain(to, room, result, format, copy, error);
  va_end(copy);
  return result;
}

static int format_allocated(char **to, const char *format, va_list list, bool checked, int flag) {
  int error = errno;
  format_ask(format);
  va_list copy;
  va_copy(copy, list);
  int result = checked ? __vasprintf_chk(to, flag, format, list) : vasprintf(to, format, list);
  if (braid_is_active()) {
    braid_written(to, sizeof *to);
    explain(result < 0 ? NULL : *to, SIZE_MAX, result, format, copy, error);
  }
  va_end(copy);
  return result;
}

/* A format says which arguments there are in characters of one byte, so the others do not matter. */
void format_lose_wide(const wchar_t *format, va_list list, int result) {
  char narrow[512];
  size_t length = 0;
  braid_bytes_lost(format, wcslen(format) * sizeof *format);
  for (; format[length] && length + 1 < sizeof narrow; length++)
    narrow[length] = format[length] < 128 ? (char)format[length] : '?';
  narrow[length] = 0;
  format_arguments arguments;
  va_copy(arguments.list, list);
  format_lose(narrow, &arguments, result < 0 ? 0 : (size_t)result);
  va_end(arguments.list);
}

static int format_wide(wchar_t *to, size_t room, const wchar_t *format, va_list list, bool checked, int flag,
                       size_t size) {
  format_ask_wide(format);
  room = braid_concrete_length(room, false);
  va_list copy;
  va_copy(copy, list);
  int result = checked ? __vswprintf_chk(to, room, flag, size, format, list) : vswprintf(to, room, format, list);
  if (braid_is_active()) {
    int error = errno;
    braid_written(to, (result < 0 ? room : (size_t)result + 1) * sizeof *to);
    format_lose_wide(format, copy, result);
    errno = error;
  }
  va_end(copy);
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
