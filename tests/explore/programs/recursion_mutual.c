// Two functions that call each other until a symbolic number is used up.
// input: stdin 1
#include <stdio.h>

static int odd(int n);
static int even(int n) {
  if (n == 0)
    return 1;
  else
    return odd(n - 1);
}
static int odd(int n) {
  if (n == 0)
    return 0;
  else
    return even(n - 1);
}

int main(void) {
  int n = getchar();
  if (n < 0)
    return 9;
  if (n > 40)
    n = 40;
  return even(n);
}
