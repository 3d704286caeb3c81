// A function with a variable number of arguments, the number from input.
// input: stdin 1
#include <stdarg.h>
#include <stdio.h>

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  for (int i = 0; i < count; i++)
    total += va_arg(list, int);
  va_end(list);
  return total;
}

int main(void) {
  int c = getchar();
  int total = sum(c & 3, c, 2 * c, 1000);
  if (total > 1500)
    return 1;
  else if (total == 99)
    return 2;
  else
    return 3;
}
