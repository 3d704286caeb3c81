// Addresses computed from input in every shape: several dimensions, arrays of structures, negative indices, indices
// of every width.
// INPUT: PATTERN 64
#include "check.h"

struct item { char tag; short values[3]; long number; };
static int grid[4][5][6];
static struct item items[8];
static long row[100];

int main(void) {
  begin();
  TWINS(uint8_t, a);
  TWINS(uint8_t, b);
  TWINS(uint8_t, c);
  int *cell = &grid[a & 3][b % 5][c % 6];
  CHECK(cell == &grid[(known_a & 3) ^ 1][known_b % 5][known_c % 6]);       // TURNS
  CHECK(cell == &grid[known_a & 3][(known_b + 1) % 5][known_c % 6]);       // TURNS
  CHECK(cell == &grid[known_a & 3][known_b % 5][(known_c + 1) % 6]);       // TURNS
  TWINS(uint8_t, d);
  TWINS(uint8_t, e);
  short *value = &items[d & 7].values[e % 3];
  CHECK(value == &items[(known_d & 7) ^ 1].values[known_e % 3]);           // TURNS
  CHECK(value == &items[known_d & 7].values[(known_e + 1) % 3]);           // TURNS
  CHECK(&items[d & 7].number == &items[(known_d & 7) ^ 2].number);         // TURNS
  long *middle = row + 50;
  TWINS(int8_t, f);
  CHECK(&middle[f / 4] == &middle[-3]);                                    // TURNS
  TWINS(int16_t, g);
  CHECK(middle + (int16_t)(g % 40) == middle + near(known_g) % 40);        // TURNS
  TWINS(uint64_t, h);
  CHECK(middle + (h & 31) == middle + ((known_h ^ 3) & 31));               // TURNS
  TWINS(int32_t, i);
  CHECK(middle - (i & 15) == middle - ((known_i ^ 3) & 15));               // TURNS
  return 0;
}
