// The same in a program that is linked statically, through a descriptor and in two constructors.
// INPUT: "abc"
// RESTARTS
// INPUT: "b"
// FLAGS: -static
// NOTHING-LOST
#include <stdio.h>
#include <unistd.h>

static char bytes[2];

__attribute__((constructor(102))) static void second(void) {
  if (read(0, bytes + 1, 1) == 1 && bytes[1] == 'x') // TURNS
    puts("x second");
}

__attribute__((constructor(101))) static void first(void) {
  if (read(0, bytes, 1) == 1 && bytes[0] == 'x') // TURNS
    puts("x first");
}

int main(void) {
  if (bytes[0] == 'b') // TURNS
    puts("b first");
  return bytes[0] == bytes[1];
}
