// Pointers that depend on input: arithmetic, comparison, difference, conversion to integers and back, pointers to
// pointers, reading through them.
// INPUT: PATTERN 64
#include "check.h"

static int table[16] = {0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150};
static const char *names[4] = {"zero", "one", "two", "three"};

int main(void) {
  begin();
  TWINS(uint8_t, a);
  unsigned index = a & 15, known_index = known_a & 15;
  int *place = table + index;
  CHECK(place == table + (known_index ^ 2));        // TURNS
  CHECK(place - table == (known_index ^ 4));        // TURNS
  CHECK(place < table + 3);                         // TURNS
  CHECK((uintptr_t)place == (uintptr_t)&table[known_index ^ 6]); // TURNS
  CHECK((char *)place - (char *)table == 4 * (known_index ^ 3)); // TURNS
  int *again = (int *)((uintptr_t)place + 4);
  CHECK(again - table == (known_index ^ 7) + 1);    // TURNS
  CHECK(&place[-1] == table + (int)(known_index ^ 5) - 1); // TURNS
  int **indirect = &place;
  CHECK(*indirect == table + (known_index ^ 1));    // TURNS

  TWINS(uint8_t, b);
  int value = table[b & 15];
  CHECK(value == table[known_b & 15]); // BRANCH: taken
  TWINS(uint8_t, c);
  table[c & 7] = 5;
  CHECK(table[known_c & 7] == 5);     // TURNS
  TWINS(uint8_t, d);
  puts(names[d & 3]);
  TWINS(uint8_t, f);
  int *null = f & 1 ? table : NULL;
  if (null) // TURNS
    puts("not null");
  return 0;
}
