/* Models of the functions that tell people something: on standard error, with the name of the program in front and
 * a reason behind, or in the log of the system. What they are given comes back only where standard error is a file
 * that the program reads, so nothing has to be explained; there it is lost. Their formats can be an attack like
 * those of printf (format_question.c). */
#define _GNU_SOURCE
#include "runtime/channels.h"
#include "runtime/models/format.h"

#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <syslog.h>
#include <unistd.h>

BRAID_MODEL_FILE;

extern void __vsyslog_chk(int, int, const char *, va_list);

/* Before the real function is called. `format` may be null: nothing but the reason is told then. */
static void about_to_tell(const char *format, va_list list) {
  if (!format || !braid_is_active())
    return;
  format_ask(format);
  if (braid_is_shown_output(STDERR_FILENO))
    return;
  format_arguments arguments;
  va_copy(arguments.list, list);
  format_lose(format, &arguments, SIZE_MAX);
  va_end(arguments.list);
}

#define TELL_WITH_LIST(call)                                                                                      \
  va_list list;                                                                                                   \
  va_start(list, format);                                                                                         \
  call;                                                                                                           \
  va_end(list)

/* --- err.h --- */

#define TELL(name, ...)                                                                                           \
  {                                                                                                               \
    int error = errno;                                                                                            \
    about_to_tell(format, list);                                                                                  \
    errno = error;                                                                                                \
    name(__VA_ARGS__ format, list);                                                                               \
  }

static void tell(const char *format, va_list list)
    TELL(vwarn, ) static void tell_plainly(const char *format, va_list list)
        TELL(vwarnx, ) static _Noreturn void end(int status, const char *format, va_list list)
            TELL(verr, status, ) static _Noreturn void end_plainly(int status, const char *format, va_list list)
                TELL(verrx, status, )

                    BRAID_MODEL(void, vwarn, (const char *format, va_list list)) {
  tell(format, list);
}
BRAID_MODEL(void, warn, (const char *format, ...)) { TELL_WITH_LIST(tell(format, list)); }
BRAID_MODEL(void, vwarnx, (const char *format, va_list list)) { tell_plainly(format, list); }
BRAID_MODEL(void, warnx, (const char *format, ...)) { TELL_WITH_LIST(tell_plainly(format, list)); }
BRAID_MODEL(void, verr, (int status, const char *format, va_list list)) { end(status, format, list); }
BRAID_MODEL(void, err, (int status, const char *format, ...)) { TELL_WITH_LIST(end(status, format, list)); }
BRAID_MODEL(void, verrx, (int status, const char *format, va_list list)) { end_plainly(status, format, list); }
BRAID_MODEL(void, errx, (int status, const char *format, ...)) {
  TELL_WITH_LIST(end_plainly(status, format, list));
}

/* --- error.h --- which has no functions that take a list: the text is made before. */

static char *text_of(const char *format, va_list list, int error) {
  char *text = NULL;
  about_to_tell(format, list);
  errno = error;
  if (vasprintf(&text, format, list) < 0)
    text = NULL;
  errno = error;
  return text;
}

static const char *shown(const char *text) { return text ? text : "(no memory for this message)"; }

BRAID_MODEL(void, error, (int status, int number, const char *format, ...)) {
  char *text;
  TELL_WITH_LIST(text = text_of(format, list, errno));
  error(status, number, "%s", shown(text));
  free(text);
}

BRAID_MODEL(void, error_at_line,
            (int status, int number, const char *file, unsigned line, const char *format, ...)) {
  char *text;
  TELL_WITH_LIST(text = text_of(format, list, errno));
  error_at_line(status, number, file, line, "%s", shown(text));
  free(text);
}

/* --- syslog.h --- */

static void log_text(int priority, const char *format, va_list list, bool checked, int flag) {
  int error = errno;
  if (braid_is_active())
    format_ask(format);
  errno = error; /* for %m */
  if (checked)
    __vsyslog_chk(priority, flag, format, list);
  else
    vsyslog(priority, format, list);
}

BRAID_MODEL(void, vsyslog, (int priority, const char *format, va_list list)) {
  log_text(priority, format, list, false, 0);
}
BRAID_MODEL(void, syslog, (int priority, const char *format, ...)) {
  TELL_WITH_LIST(log_text(priority, format, list, false, 0));
}
BRAID_MODEL(void, __vsyslog_chk, (int priority, int flag, const char *format, va_list list)) {
  log_text(priority, format, list, true, flag);
}
BRAID_MODEL(void, __syslog_chk, (int priority, int flag, const char *format, ...)) {
  TELL_WITH_LIST(log_text(priority, format, list, true, flag));
}
