// Arguments and variables of the environment as input.
// ARG: "ab"
// ARG: "x1"
// ENV: COLOUR "red"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc != 3) // CONCRETE
    return 1;
  if (argv[1][1] == 'c') // TURNS; BRANCH: not taken argv[1][1] == 'c'
    puts("c");
  if (argv[2][1] == '2') // TURNS
    puts("two");
  const char *colour = getenv("COLOUR");
  if (colour && colour[2] == 'x') // TURNS
    puts("rex");
  const char *other = getenv("HOME");
  if (other && other[0] == 'x') // CONCRETE
    puts("strange");
  return 0;
}
