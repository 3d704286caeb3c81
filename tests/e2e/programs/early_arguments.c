// The C library gives arguments and environment to constructors, too. The number of arguments and the variables that
// are set differ from run to run.
// ARG: "ab"
// ARG: "x1"
// ENV: COLOUR "red"
// RESTARTS
// INPUT: "q"
// ARG: "c"
// ENV: SHAPE "round"
// INPUT: "q"
// NOTHING-LOST
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count;

static void show(const char *when, int argc, char **argv) {
  printf("%s:", when);
  for (int i = 1; i < argc; i++)
    printf(" %s", argv[i]);
  printf("%s\n", argv[argc] ? " and more" : "");
}

__attribute__((constructor)) static void early(int argc, char **argv, char **environment) {
  count = argc;
  show("constructor", argc, argv);
  if (argc > 1 && argv[1][0] == 'b') // TURNS[1]; TURNS[2]
    puts("b");
  for (; *environment; environment++)
    if (strncmp(*environment, "COLOUR=", 7) == 0 && (*environment)[9] == 'x') // TURNS[1]
      puts("rex");
}

__attribute__((constructor)) static void asks(void) {
  const char *shape = getenv("SHAPE");
  if (shape && shape[0] == 'f') // TURNS[2]
    puts("flat");
}

int main(int argc, char **argv) {
  show("main", argc, argv);
  if (argc != count)
    return 1;
  if (argc > 2 && argv[2][1] == '2') // TURNS[1]
    puts("two");
  const char *colour = getenv("COLOUR");
  if (colour && colour[0] == 'b') // TURNS[1]
    puts("blue");
  return 0;
}
