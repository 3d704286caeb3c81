// Jumps back to a place that was left, with a value from input.
// input: stdin 1
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;
static void dig(int depth, int c) {
  if (depth == c % 5)
    longjmp(back, c);
  if (depth < 3)
    dig(depth + 1, c);
}

int main(void) {
  int c = getchar();
  if (c == EOF)
    return 9;
  int value = setjmp(back);
  if (value == 0) {
    dig(0, c);
    return 1;
  }
  if (value > 120)
    return 2;
  else if (value == 43)
    return 3;
  else
    return 4;
}
