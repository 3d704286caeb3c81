// A jump through a table of labels, as interpreters do it: the target that depends on input is on record.
// INPUT: "\x01\x02\x00\x03"
// NOTHING-LOST
#include "check.h"

int main(void) { // TARGET
  static void *places[] = {&&zero, &&one, &&two, &&end};
  begin();
  int total = 0;
  unsigned char *next = input_bytes;
#define NEXT goto *places[*next++ & 3]
  NEXT;
zero:
  total += 1;
  NEXT;
one:
  total += 10;
  NEXT;
two:
  total += 100;
  NEXT;
end:
  CHECK(total == 111); // CONCRETE
  void *target = (char *)&&last + (input_bytes[3] & 0);
  goto *target;
last:
  return 0;
}
