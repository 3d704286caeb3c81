// A function chosen by branches and called by its address.
// input: stdin 1
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int larger(int a, int b) {
  if (a > b)
    return a;
  else
    return b;
}

int main(void) {
  int c = getchar();
  int (*operation)(int, int) = add;
  if (c == '-')
    operation = subtract;
  else if (c >= 'a')
    operation = larger;
  int result = operation(c, 110);
  if (result == 115)
    return 1;
  return 0;
}
