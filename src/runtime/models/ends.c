/* Models of the functions that end the program without the usual ceremony. While a run is recorded, its end is
 * what the engine waits for, whether the process ends with it or not. */
#define _GNU_SOURCE
#include "runtime/input.h"
#include "runtime/model.h"

#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

BRAID_MODEL_FILE;

BRAID_MODEL(void, _exit, (int status)) { braid_end_at_once(status); }
BRAID_MODEL(void, _Exit, (int status)) { braid_end_at_once(status); }

BRAID_MODEL(void, abort, (void)) {
  braid_abort(__builtin_return_address(0));
  abort();
}

/* What a failed assertion says is in the language of the program's messages, and written by other functions where
 * standard error is for wide characters. */
static bool speaks_plainly(void) {
  const char *language = setlocale(LC_MESSAGES, NULL);
  return language && (strcmp(language, "C") == 0 || strcmp(language, "POSIX") == 0) && fwide(stderr, 0) <= 0;
}

/* As the C library's, which calls abort where nobody sees it. */
BRAID_MODEL(void, __assert_fail, (const char *assertion, const char *file, unsigned line, const char *function)) {
  if (!braid_is_active() || !speaks_plainly())
    __assert_fail(assertion, file, line, function);
  const char *program = program_invocation_short_name;
  fprintf(stderr, "%s%s%s:%u: %s%sAssertion `%s' failed.\n", program, *program ? ": " : "", file, line,
          function ? function : "", function ? ": " : "", assertion);
  fflush(stderr);
  braid_abort(__builtin_return_address(0));
  abort();
}

/* quick_exit calls functions that the program has registered, in reverse order, before it ends the program. Ours
 * must be the last to be called, so it is registered before the program's first. */
static int status_of_quick_exit;

static void end_quickly(void) { braid_end_at_once(status_of_quick_exit); }

static void come_first(void) {
  static bool registered;
  if (!registered && at_quick_exit(end_quickly) == 0)
    registered = true;
}

BRAID_MODEL(int, at_quick_exit, (void (*function)(void))) {
  come_first();
  return at_quick_exit(function);
}

BRAID_MODEL(void, quick_exit, (int status)) {
  come_first();
  status_of_quick_exit = status;
  quick_exit(status);
}
