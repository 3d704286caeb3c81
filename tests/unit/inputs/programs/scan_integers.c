/* scanf of integers with every kind of prefix. */
#include <stdio.h>

int main(void) {
  int first = 0, second = 0;
  int count = scanf("%d%i", &first, &second);
  if (count == EOF)
    return 1;
  if (count == 0)
    return 2;
  if (first > 5)
    puts("large");
  if (count == 1)
    return 3;
  if (second < 0)
    puts("negative");
  if (second == 10)
    return 4;
  return 5;
}
