// braid_assume: on record where it holds, the end of the run where it does not.
// MARK: n "\x05\x00\x00\x00"
// INPUT: ""
// MARK: n "\x0b\x00\x00\x00"
// END: assume
#include <braid.h>
#include <stdio.h>

int main(void) {
  int n = 0;
  BRAID_SYMBOLIC(n);
  braid_assume(n < 10); // ASSUME: taken n < 10
  if (n == 5)           // BRANCH[1]: taken n == 5; TURNS
    puts("five");
  return 0;
}
