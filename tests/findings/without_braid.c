/* What <braid.h> needs at run time, for a program that is built without Braid. */
#include <braid.h>
#include <stdio.h>
#include <stdlib.h>

void braid_assert_failed(const char *condition, const char *file, int line, const char *function) {
  fprintf(stderr, "%s:%d: %s: Assertion `%s' failed.\n", file, line, function, condition);
  abort();
}
