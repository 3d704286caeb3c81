// As crash_segv.c, by abort; and with the handler of the signal being part of the run.
// INPUT: "a\x03"
// SIGNAL: 6
// INPUT: "b\x03"
// SIGNAL: 6
// INPUT: "c\x03"
#include "check.h"
#include <signal.h>

static void handler(int number) {
  (void)number;
  if (input_bytes[1] == 5) // TURNS
    write(1, "five\n", 5);
}

int main(void) {
  begin();
  switch (input_bytes[0]) { // TURNS
  case 'a':
    abort();
  case 'b':
    signal(SIGABRT, handler);
    abort();
  }
  CHECK(input_bytes[1] == 4); // TURNS
  return 0;
}
