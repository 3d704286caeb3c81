// Constructors that end the program, or never end, depending on input.
// INPUT: "go"
// INPUT: "x"
// EXIT: 3
// INPUT: "q"
// EXIT: 4
// INPUT: "a"
// SIGNAL: 6
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void early(void) {
  int c;
  while ((c = getchar()) == EOF) // an empty input is waited for
    clearerr(stdin);
  if (c == 'x') // TURNS
    exit(3);
  if (c == 'q') // TURNS
    _exit(4);
  if (c == 'a') // TURNS
    abort();
}

int main(void) {
  puts("main");
  return 0;
}
