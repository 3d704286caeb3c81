// Vectors of floating-point numbers become vectors of small and of unsigned integers; of some numbers there is no
// such integer, and what becomes of them depends on the instructions that the compiler chose.
// input: stdin 1
#include <stdint.h>
#include <stdio.h>

typedef float floats __attribute__((vector_size(16)));
typedef uint32_t words __attribute__((vector_size(16)));
typedef int8_t bytes __attribute__((vector_size(4)));

int main(void) {
  int c = getchar();
  if (c < 0)
    return 6;
  floats numbers = {(float)(c - 100), 1.5f, (float)c * 1e5f, (float)c * 1e8f};
  bytes small = __builtin_convertvector(numbers * 0.9f, bytes);
  if (small[0] == 45)
    return 1;
  if (small[1] != 1)
    return 2;
  words large = __builtin_convertvector(numbers, words);
  if (large[2] == 7700000)
    return 3;
  if (large[3] == 4000000000u)
    return 4;
  return 0;
}
