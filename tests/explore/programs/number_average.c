// The average of bytes, as a number with a fraction.
// input: stdin 2
// kept
#include <stdio.h>

int main(void) {
  unsigned char bytes[2];
  if (fread(bytes, 1, 2, stdin) != 2)
    return 1;
  double sum = 0;
  for (int i = 0; i < 2; i++)
    sum += bytes[i];
  double average = sum / 2;
  if (average == 100.25)
    return 2;
  if (average == 100.5)
    return 3;
  if (average > 254)
    return 4;
  return 5;
}
