// A long double is made concrete; so is every value that becomes one.
// options: --stdin 2 --max-values 8
// reason: values left out by --max-values
#include <stdio.h>

int main(void) {
  int high = getchar(), low = getchar();
  if (high < 0 || low < 0)
    return 3;
  long double x = high * 256 + low; // HERE
  if (x * 3 == 12345)
    return 1;
  return 0;
}
