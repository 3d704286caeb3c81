// Arguments in memory leave no labels in the caller's frame: structures by value and variable arguments of one call
// lie where those of the next one will lie.
// INPUT: PATTERN 100
// NOTHING-LOST
#include "check.h"
#include <stdarg.h>

struct block { int64_t values[8]; };

__attribute__((noinline)) static int64_t of_block(struct block block) { return block.values[0] + block.values[7]; }
__attribute__((noinline)) static int64_t sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int64_t total = 0;
  for (int i = 0; i < count; i++)
    total += va_arg(list, int64_t);
  va_end(list);
  return total;
}

int main(void) {
  begin();
  TWINS(int8_t, a);
  struct block block = {{a, 0, 0, 0, 0, 0, 0, a}}, zeros = {{0}};
  CHECK(of_block(block) == 2 * near(known_a));                      // TURNS
  CHECK(of_block(zeros) == 0);                                      // CONCRETE
  CHECK(of_block(block) == 2 * near(known_a));                      // TURNS
  CHECK(sum(9, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L) == 0);           // CONCRETE
  CHECK(sum(9, 0L, 0L, 0L, 0L, 0L, 0L, 0L, (long)a, (long)a) == 2 * near(known_a)); // TURNS
  CHECK(sum(9, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L) == 0);           // CONCRETE
  CHECK(sum(9, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, (long)a) == near(known_a)); // TURNS
  CHECK(of_block(zeros) == 0);                                      // CONCRETE
  return 0;
}
