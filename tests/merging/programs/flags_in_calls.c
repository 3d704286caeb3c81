// The same with the decisions in a function, the flags in memory from the heap and in global variables.
#include <stdio.h>
#include <stdlib.h>
#ifndef K
#define K 24
#endif
static int flags[K];
static void look(const unsigned char *in, int i, int *seen) {
  if (in[i] > 100 + i)
    flags[i] = 1;
  if (in[i] == 7)
    *seen = i;
}
int main(void) {
  unsigned char in[K] = {0};
  int *seen = calloc(1, sizeof *seen);
  if (fread(in, 1, K, stdin) != K)
    return 1;
  for (int i = 0; i < K; i++)
    look(in, i, seen);
  if (flags[3])
    puts("third");
  free(seen);
  return 0;
}
