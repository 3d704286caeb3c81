// An error function that aborts, as programs written for verifiers have it.
// input: mark
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
static void reach_error(void) { abort(); }

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = a;
  for (int i = 0; i < 3; i++)
    b = (unsigned char)(b * 5 + 1);
  if (b == 0x9c)
    reach_error();
  if (b > a)
    return 1;
  return 0;
}
