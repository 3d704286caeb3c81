// A constructor reads standard input, main goes on where it stopped, and a destructor looks at both.
// INPUT: "ab\nrest"
// RESTARTS
// INPUT: "xb\nrest"
// INPUT: ""
// NOTHING-LOST
#include <stdio.h>

static int first, second;
static char line[8];

__attribute__((constructor)) static void early(void) {
  first = getchar();
  if (first == 'x') // TURNS; BRANCH[1]: not taken; BRANCH[2]: taken
    puts("x first");
  second = getchar();
}

__attribute__((destructor)) static void late(void) {
  if (second == 'c') // TURNS
    puts("c second");
}

int main(void) {
  if (first == 'a') // TURNS
    puts("a first");
  else
    printf("not: %d\n", first);
  while (fgets(line, sizeof line, stdin))
    printf("line: %s\n", line);
  if (line[0] == 's') // TURNS
    puts("s");
  return 0;
}
