/* scanf of floating-point numbers. */
#include <stdio.h>

int main(void) {
  float first = 0;
  double second = 0;
  int count = scanf("%f%lf", &first, &second);
  if (count == EOF)
    return 1;
  if (count == 0)
    return 2;
  if (first > 4)
    puts("large");
  if (count == 2)
    if (second < 1)
      return 3;
  return 4;
}
