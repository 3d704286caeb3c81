/* One program that can behave in many ways, so that the tests can mix them in any order: the first line of
 * standard input is the name of the behaviour. Each of them reads the state it could have inherited from the run
 * before, prints it, and then changes it as thoroughly as it can.
 *
 * It is compiled without the pass and calls what the pass would have called. */
#include "behaviours.h"
#include "runtime/api.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int argument_count;
char **arguments;

int main(int argc, char **argv);

int main_again(void) {
  static bool again;
  if (again)
    return 17;
  again = true;
  return main(argument_count, arguments);
}

static const struct {
  const char *name;
  int (*function)(void);
} behaviours[] = {
#define BEHAVIOUR(name) {#name, name},
#include "behaviours.def"
#undef BEHAVIOUR
};

/* Notes which behaviours were begun, and which of them came back. */
static uint8_t own_flags[2 * sizeof behaviours / sizeof *behaviours];
__attribute__((used, section("braid_ways"))) static braid_way_flags ways = {own_flags, sizeof own_flags, 0, NULL,
                                                                            0};

int main(int argc, char **argv) {
  __braid_start(&argc, &argv, &environ);
  static char name[100];
  argument_count = argc;
  arguments = argv;
  /* Byte by byte, so that the behaviour finds the rest of the input where it should be. */
  if (!name[0])
    for (size_t i = 0; i < sizeof name - 1 && read(0, name + i, 1) == 1 && name[i] != '\n'; i++)
      continue;
  name[strcspn(name, "\n")] = 0;
  for (size_t i = 0; i < sizeof behaviours / sizeof *behaviours; i++)
    if (strcmp(behaviours[i].name, name) == 0) {
      ways.flags[2 * i] = 1;
      int status = behaviours[i].function();
      ways.flags[2 * i + 1] = 1;
      return status;
    }
  fprintf(stderr, "no behaviour called '%s'\n", name);
  return 99;
}
