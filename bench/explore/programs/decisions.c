/* N decisions that have nothing to do with each other: 2^N paths. */
#include <klee/klee.h>

#ifndef N
#define N 17
#endif

int main(void) {
  unsigned char bytes[N];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  int large = 0;
  for (int i = 0; i < N; i++)
    if (bytes[i] > 100)
      large++;
  return large > N / 2;
}
