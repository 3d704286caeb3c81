#include <assert.h>
#include <stdio.h>

/* The mean of some digits, such as "2:39". */
int main(void) {
  int count = getchar() - '0', sum = 0;
  if (count < 0 || count > 2 || getchar() != ':')
    return 1;
  for (int i = 0; i < count; i++) {
    int digit = getchar() - '0';
    assert(digit >= 0);
    sum += digit;
  }
  printf("%d\n", sum / count);
  return 0;
}
