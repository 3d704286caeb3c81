// A chain of conditional expressions, and one used as a value in a comparison.
// input: stdin 1
#include <stdio.h>

int main(void) {
  int c = getchar();
  int grade = c > 230 ? 1 : c > 200 ? 2 : c > 150 ? 3 : c > 90 ? 4 : c < 0 ? 5 : 6;
  return (grade & 1 ? c : 255 - c) > (grade == 4 ? 120 : 140) ? grade : grade + 10;
}
