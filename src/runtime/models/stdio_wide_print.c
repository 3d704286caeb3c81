/* Models of the functions that print wide characters. What they are given is lost where the program can read it
 * again; elsewhere nothing is left to know about it. */
#define _GNU_SOURCE
#include "runtime/models/format.h"
#include "runtime/models/output.h"

#include <errno.h>

BRAID_MODEL_FILE;

extern int __vfwprintf_chk(FILE *, int, const wchar_t *, va_list);

static int print(FILE *file, const wchar_t *format, va_list list, bool checked, int flag) {
  int error = errno;
  bool active = braid_is_active();
  va_list copy;
  va_copy(copy, list);
  if (active)
    format_ask_wide(format);
  errno = error;
  int result = checked ? __vfwprintf_chk(file, flag, format, list) : vfwprintf(file, format, list);
  error = errno;
  if (active && !braid_is_shown_output(braid_stream_descriptor(file)))
    format_lose_wide(format, copy, result);
  errno = error;
  va_end(copy);
  return result;
}

#define PRINT_WITH_LIST(file, checked, flag)                                                                      \
  va_list list;                                                                                                   \
  va_start(list, format);                                                                                         \
  int result = print(file, format, list, checked, flag);                                                          \
  va_end(list);                                                                                                   \
  return result

BRAID_MODEL(int, vfwprintf, (FILE * file, const wchar_t *format, va_list list)) {
  return print(file, format, list, false, 0);
}
BRAID_MODEL(int, fwprintf, (FILE * file, const wchar_t *format, ...)) { PRINT_WITH_LIST(file, false, 0); }
BRAID_MODEL(int, vwprintf, (const wchar_t *format, va_list list)) { return print(stdout, format, list, false, 0); }
BRAID_MODEL(int, wprintf, (const wchar_t *format, ...)) { PRINT_WITH_LIST(stdout, false, 0); }
BRAID_MODEL(int, __vfwprintf_chk, (FILE * file, int flag, const wchar_t *format, va_list list)) {
  return print(file, format, list, true, flag);
}
BRAID_MODEL(int, __fwprintf_chk, (FILE * file, int flag, const wchar_t *format, ...)) {
  PRINT_WITH_LIST(file, true, flag);
}
BRAID_MODEL(int, __vwprintf_chk, (int flag, const wchar_t *format, va_list list)) {
  return print(stdout, format, list, true, flag);
}
BRAID_MODEL(int, __wprintf_chk, (int flag, const wchar_t *format, ...)) { PRINT_WITH_LIST(stdout, true, flag); }
