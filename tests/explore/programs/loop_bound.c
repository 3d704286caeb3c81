// A loop that runs as often as the input says.
// input: stdin 1
#include <stdio.h>

int main(void) {
  int times = getchar();
  if (times == EOF)
    return 1;
  int sum = 0;
  for (int i = 0; i < (times & 31); i++)
    sum += i;
  printf("%d\n", sum);
  return sum > 100;
}
