// A loop that comes nearer and nearer.
// input: stdin 1
// kept
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c < 1)
    return 0;
  double x = c / 2.0, root = x;
  for (int i = 0; i < 5; i++)
    root = (root + x / root) / 2;
  if (root > 2.99 && root < 3.01)
    return 1;
  if (root * root - x > 0.125)
    return 2;
  if (root > 11)
    return 3;
  return 4;
}
