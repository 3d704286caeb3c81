// Intrinsics of SSE2: those that work element by element keep their symbols, the others lose them, on record.
// INPUT: PATTERN 100
#include "check.h"
#include <emmintrin.h>

int main(void) {
  begin();
  TWINS(__m128i, a);
  int32_t known[4];
  memcpy(known, &known_a, 16);
  __m128i sum = _mm_add_epi32(a, _mm_set1_epi32(3));
  CHECK(_mm_cvtsi128_si32(sum) == near(known[0]) + 3);                          // TURNS
  __m128i mixed = _mm_xor_si128(a, _mm_set_epi32(4, 3, 2, 1));
  CHECK(_mm_cvtsi128_si32(_mm_shuffle_epi32(mixed, 3)) == (near(known[3]) ^ 4)); // TURNS
  __m128i shifted = _mm_slli_si128(a, 4);
  int32_t parts[4];
  _mm_storeu_si128((__m128i *)parts, shifted);
  CHECK(parts[1] == near(known[0]));                                            // TURNS
  CHECK(parts[0] == 0);                                                         // CONCRETE
  __m128i low = _mm_unpacklo_epi32(a, _mm_setzero_si128());
  _mm_storeu_si128((__m128i *)parts, low);
  CHECK(parts[2] == near(known[1]));                                            // TURNS
  CHECK(parts[3] == 0);                                                         // CONCRETE
  TWINS(__m128i, b);
  int mask = _mm_movemask_epi8(b); // LOST
  CHECK(mask == 3);                // CONCRETE
  TWINS(__m128i, c);
  __m128i sad = _mm_sad_epu8(c, b); // LOST: INTRINSIC
  CHECK(_mm_cvtsi128_si32(sad) == 3); // CONCRETE
  TWINS(int32_t, d);
  __m128d number = _mm_cvtsi32_sd(_mm_setzero_pd(), d & 0xff);
  CHECK(_mm_cvtsd_f64(_mm_add_sd(number, number)) == 2.0 * (near(known_d) & 0xff)); // TURNS
  return 0;
}
