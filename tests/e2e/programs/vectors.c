// Vectors of the compiler's own kind: element by element, shuffled, converted, compared, through memory.
// INPUT: PATTERN 200
// NOTHING-LOST
#include "check.h"

typedef int32_t four __attribute__((vector_size(16)));
typedef uint8_t sixteen __attribute__((vector_size(16)));
typedef int16_t eight __attribute__((vector_size(16)));
typedef int64_t two __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
typedef int32_t octet __attribute__((vector_size(32)));

__attribute__((noinline)) static four add(four a, four b) { return a + b; }
__attribute__((noinline)) static octet twice(octet a) { return a * 2; }
__attribute__((noinline)) static int32_t at(four a, int i) { return a[i]; }

int main(void) {
  begin();
  TWINS(four, a);
  four b = {1, 2, 3, 4};
  four sum = add(a, b);
  CHECK(sum[0] == near(known_a[0]) + 1);                     // TURNS
  CHECK(sum[3] == near(known_a[3]) + 4);                     // TURNS
  CHECK((a - b)[1] == near(known_a[1]) - 2);                 // TURNS
  CHECK((a * 3)[2] == (int)(near(known_a[2]) * 3u));         // TURNS
  CHECK((a & 0xff)[0] == (near(known_a[0]) & 0xff));         // TURNS
  CHECK((a ^ b)[1] == (near(known_a[1]) ^ 2));               // TURNS
  CHECK((a >> 1)[1] == near(known_a[1]) >> 1);               // TURNS
  CHECK((a == known_a)[2]);                                  // TURNS
  four order = a < b;
  CHECK(order[0] == 0);                                      // TURNS

  TWINS(sixteen, c);
  sixteen reversed = __builtin_shufflevector(c, c, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  CHECK(reversed[0] == near(known_c[15]));                   // TURNS
  CHECK(reversed[15] == near(known_c[0]));                   // TURNS
  eight pairs = (eight)c;
  CHECK(pairs[3] == (int16_t)(near(known_c[6]) | known_c[7] << 8)); // TURNS
  two longs = (two)c;
  CHECK((uint8_t)longs[1] == near(known_c[8]));              // TURNS

  TWINS(eight, d);
  d[2] = 5;
  CHECK(d[2] == 5);                                          // CONCRETE
  CHECK(d[3] == near(known_d[3]));                           // TURNS
  eight changed = {0};
  changed[4] = d[1];
  CHECK(changed[4] == near(known_d[1]));                     // TURNS
  CHECK(changed[5] == 0);                                    // CONCRETE

  octet wide = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
  wide = twice(wide);
  CHECK(wide[3] == (int)(near(known_a[3]) * 2u));            // TURNS
  CHECK(wide[4] == 2);                                       // CONCRETE

  floats numbers = {TAKE(int8_t), 1, 2, 3};
  int8_t known_number = pattern(input_at - 1);
  CHECK((numbers * 2.0f)[0] == 2.0f * near(known_number));   // TURNS
  CHECK(at(a, 1) == near(known_a[1]));                       // TURNS
  four converted = __builtin_convertvector(numbers, four);
  CHECK(converted[0] == near(known_number));                 // TURNS

  four ones = {a[0], 1, 2, 3};
  CHECK(__builtin_reduce_add(ones) == (int)(near(known_a[0]) + 6u)); // TURNS
  CHECK(__builtin_reduce_xor(ones) == near(known_a[0]));     // TURNS
  four small = {a[0] & 255, -1, 2, 3};
  CHECK(__builtin_reduce_max(small) == (near(known_a[0]) & 255)); // TURNS
  CHECK(__builtin_reduce_max(numbers) == 9.0f);              // TURNS
  return 0;
}
