// A computed goto: an interpreter of two instructions.
// input: stdin 2
// values: 4,4
// addresses: auto, theory
#include <stdio.h>

int main(void) {
  static const void *const labels[4] = {&&stop, &&add, &&twice, &&stop};
  int value = 1;
next:;
  int c = getchar();
  if (c < 0)
    return value;
  goto *labels[c & 3];
add:
  value += 3;
  goto next;
twice:
  value *= 2;
  goto next;
stop:
  return value == 4 ? 100 : value;
}
