/* Kinds of triangles from the lengths of their sides. */
#include "input.h"

int main(void) {
  int32_t side[3];
  if (read_numbers(side, 3) != 3)
    return 1;
  for (int i = 0; i < 3; i++)
    if (side[i] <= 0 || side[i] > 1000)
      return 2;
  int a = side[0], b = side[1], c = side[2];
  if (a + b <= c || a + c <= b || b + c <= a)
    return 3;
  if (a == b && b == c)
    puts("equilateral");
  else if (a == b || b == c || a == c)
    puts("isosceles");
  if (a * a + b * b == c * c)
    puts("right");
  return 0;
}
