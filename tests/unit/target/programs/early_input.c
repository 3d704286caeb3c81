/* Reads standard input, an argument and a variable before main, each only if it is compiled to. None of this is
 * instrumented: what it reads itself only the kernel can know. */
#include "runtime/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *__braid_model_getenv(const char *name);

static char first;
static char argument[16], variable[16];
static int starts;

static void copy(char *to, const char *from) {
  if (from)
    strncpy(to, from, 15);
}

__attribute__((constructor)) static void before_main(int argc, char **argv) {
  starts++;
#ifdef READS_INPUT
  if (read(0, &first, 1) == 1 && first == 'E')
    exit(7);
#endif
#ifdef READS_ARGUMENT
  __braid_constructor(1u << BRAID_SOURCE_ARG);
#endif
  if (argc > 1)
    copy(argument, argv[1]);
#ifdef READS_VARIABLE
  copy(variable, __braid_model_getenv("EARLY"));
#endif
}

int main(int argc, char **argv) {
  __braid_start(&argc, &argv, &environ);
  char rest[16] = "";
  long count = (long)read(0, rest, sizeof rest - 1);
  printf("%d '%c' %s %s; %ld %s %d %s\n", starts, first ? first : '-', argument, variable, count, rest, argc,
         argc > 1 ? argv[1] : "");
  return 0;
}
