// The smallest number divided by -1 ends the program, like a division by zero.
// input: mark
#include <braid.h>
#include <stdio.h>

int main(void) {
  signed char high, divisor;
  BRAID_SYMBOLIC(high);
  BRAID_SYMBOLIC(divisor);
  int dividend = high * 0x1000000;
  int quotient = dividend / divisor;
  if (quotient > 1000)
    puts("large");
  if (dividend % divisor == 3)
    puts("three");
  return 0;
}
