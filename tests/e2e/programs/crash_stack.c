// As crash_segv.c, by a stack that overflows: the runtime must not need any of it.
// INPUT: "a"
// SIGNAL: 11
// INPUT: "b"
#include "check.h"

__attribute__((noinline)) static int endless(int a) {
  volatile char room[4000];
  room[0] = (char)a;
  if (a == 'c') // TURNS
    return 3;
  return endless(a) + room[0];
}

int main(void) {
  begin();
  if (input_bytes[0] == 'b') // TURNS
    return 0;
  return endless(input_bytes[0]);
}
