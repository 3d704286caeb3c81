// A function that calls itself twice, with the depth from input.
// input: stdin 1
#include <stdio.h>

static unsigned fibonacci(unsigned n) {
  if (n < 2)
    return n;
  else
    return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
  int n = getchar();
  if (n < 'a' || n > 'g')
    return 0;
  return (int)fibonacci((unsigned)(n - 'a'));
}
