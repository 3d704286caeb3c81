// Unsigned integers made of floating-point numbers that may be negative or too large, by the instructions of
// AVX-512 if the processor has them.
// input: stdin 1
// kept
#include <stdint.h>
#include <stdio.h>

__attribute__((target("avx512f"))) static uint32_t word_by_avx512(double x) { return (uint32_t)x; }
__attribute__((target("avx512f"))) static uint64_t long_by_avx512(float x) { return (uint64_t)x; }
static uint32_t word_by_sse(double x) { return (uint32_t)x; }
static uint64_t long_by_sse(float x) { return (uint64_t)x; }

int main(void) {
  int c = getchar(), has_it = __builtin_cpu_supports("avx512f") != 0;
  if (c < 0)
    return 6;
  double number = (c - 50) * 2.5e7;
  uint32_t word = has_it ? word_by_avx512(number) : word_by_sse(number);
  if (word == 2500000000u)
    return 1;
  if (word == UINT32_MAX)
    return 2;
  uint64_t longer = has_it ? long_by_avx512((float)(number * 1e10)) : long_by_sse((float)(number * 1e10));
  if (longer > UINT64_MAX - 5)
    return 3;
  if (longer > 10000000000000000000u)
    return 4;
  return 0;
}
