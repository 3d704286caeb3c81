// The same, but the check depends on how many there were: as many states as there are counts.
#include <stdio.h>
#ifndef K
#define K 10
#endif
int main(void) {
  unsigned char in[K] = {0};
  if (fread(in, 1, K, stdin) != K)
    return 1;
  int count = 0;
  for (int i = 0; i < K; i++)
    if (in[i] == 'x')
      count++;
  if (count == 7)
    puts("seven");
  return 0;
}
