// Instructions of the processor that work on whole vectors and have no meaning in a trace.
// options: --stdin 2 --max-values 8
// reason: values left out by --max-values
#include <emmintrin.h>
#include <stdio.h>

int main(void) {
  int high = getchar(), low = getchar();
  if (high < 0 || low < 0)
    return 3;
  __m128i sum = _mm_sad_epu8(_mm_set1_epi16((short)(high << 8 | low)), _mm_setzero_si128()); // HERE
  if (_mm_cvtsi128_si32(sum) == 1000)
    return 1;
  return 0;
}
