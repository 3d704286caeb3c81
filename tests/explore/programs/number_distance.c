// Functions of two numbers.
// input: stdin 2
// kept
#include <math.h>
#include <stdio.h>

int main(void) {
  signed char at[2];
  if (fread(at, 1, 2, stdin) != 2)
    return 1;
  double distance = hypot(at[0], at[1]);
  if (distance == 65 && at[0] > 0 && at[0] < at[1]) {
    if (atan2(at[1], at[0]) > 1.2)
      return 2;
    return 3;
  }
  if (distance > 181)
    return 4;
  return 5;
}
