// K decisions on input that count, and at the end a check that looks at one of them: 2^K paths without merging.
#include <stdio.h>
#ifndef K
#define K 64
#endif
int main(void) {
  unsigned char in[K] = {0};
  if (fread(in, 1, K, stdin) != K)
    return 1;
  int count = 0, last = 0;
  for (int i = 0; i < K; i++)
    if (in[i] == 'a' + i % 26)
      count++;
  if (in[0] > 100)
    last = 1;
  if (last)
    puts("one");
  return count > 200;
}
