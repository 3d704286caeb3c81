// Variable arguments: integers, doubles, structures; more than the registers hold; va_copy; a list handed on.
// INPUT: PATTERN 300
#include "check.h"
#include <stdarg.h>

struct two { int64_t a, b; };
struct big { int64_t a[4]; };

__attribute__((noinline)) static int64_t sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int64_t total = 0;
  for (int i = 0; i < count; i++)
    total += va_arg(list, int64_t);
  va_end(list);
  return total;
}

__attribute__((noinline)) static double sum_of_doubles(int count, ...) {
  va_list list;
  va_start(list, count);
  double total = 0;
  for (int i = 0; i < count; i++)
    total += va_arg(list, double);
  va_end(list);
  return total;
}

__attribute__((noinline)) static int64_t with_list(const char *kinds, va_list list) {
  int64_t total = 0;
  for (; *kinds; kinds++)
    if (*kinds == 'i')
      total += va_arg(list, int);
    else if (*kinds == 'd')
      total += (int64_t)va_arg(list, double);
    else if (*kinds == '2') {
      struct two pair = va_arg(list, struct two);
      total += pair.a - pair.b;
    } else if (*kinds == 'b') {
      struct big big = va_arg(list, struct big);
      total += big.a[0] + big.a[3];
    }
  return total;
}

__attribute__((noinline)) static int64_t mixed(const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  int64_t total = with_list(kinds, list);
  va_end(list);
  return total;
}

__attribute__((noinline)) static int64_t twice(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  int64_t total = with_list(kinds, list) * 3 + with_list(kinds, again);
  va_end(list);
  va_end(again);
  return total;
}

int main(void) {
  begin();
  TWINS(int32_t, first);
  int64_t a = first, known_a = known_first;
  CHECK(sum(1, a) == near(known_a));                                            // TURNS
  CHECK(sum(5, 1L, 2L, 3L, 4L, a) == near(known_a) + 10);                       // TURNS
  CHECK(sum(6, 1L, 2L, 3L, 4L, 5L, a) == near(known_a) + 15);                   // TURNS
  CHECK(sum(9, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, a) == near(known_a) + 36);       // TURNS
  CHECK(sum(3, a, 2L, 3L) == near(known_a) + 5);                                // TURNS
  CHECK(sum(2, 2L, 3L) == 5);                                                   // CONCRETE

  TWINS(int16_t, b);
  CHECK(sum_of_doubles(2, 0.5, (double)b) == 0.5 + near(known_b));              // TURNS
  CHECK(sum_of_doubles(9, 1., 1., 1., 1., 1., 1., 1., 1., (double)b) == 8.0 + near(known_b)); // TURNS

  TWINS(int8_t, c);
  CHECK(mixed("i", c) == near(known_c));                                        // TURNS
  CHECK(mixed("did", 1.0, c, 2.0) == 3 + near(known_c));                        // TURNS
  CHECK(mixed("iiiiiii", 1, 1, 1, 1, 1, 1, c) == 6 + near(known_c));            // TURNS
  CHECK(mixed("d", (double)c) == near(known_c));                                // TURNS
  CHECK(twice("ii", 1, c) == 4 + 4 * near(known_c));                            // TURNS

  TWINS(int32_t, d);
  struct two pair = {d, 7};
  CHECK(mixed("2", pair) == near(known_d) - 7L);                                // TURNS
  CHECK(mixed("i2", 1, pair) == near(known_d) - 6L);                            // TURNS
  CHECK(mixed("iiii2", 1, 1, 1, 1, pair) == near(known_d) - 3L);                // TURNS
  struct big big = {{1, 2, 3, d}};
  CHECK(mixed("b", big) == near(known_d) + 1L);                                 // TURNS
  CHECK(mixed("ib", 1, big) == near(known_d) + 2L);                             // TURNS
  CHECK(mixed("ii", 1, 2) == 3);                                                // CONCRETE
  return 0;
}
