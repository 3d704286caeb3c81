// memcpy, memmove, memset and memcmp take labels along: constant lengths and lengths that are variables, overlap.
// INPUT: PATTERN 200
#include "check.h"

__attribute__((noinline)) static void copy(void *to, const void *from, size_t count) { memcpy(to, from, count); }
__attribute__((noinline)) static void move(void *to, const void *from, size_t count) { memmove(to, from, count); }
__attribute__((noinline)) static void fill(void *to, int byte, size_t count) { memset(to, byte, count); }

static unsigned char room[256], other[256];

int main(void) {
  begin();
  memcpy(room, input_bytes, 8);
  CHECK(room[7] == pattern(7) + 1); // TURNS
  memcpy(room + 8, input_bytes + 8, 100);
  CHECK(room[80] == pattern(80) + 1); // TURNS
  copy(other, room, 50);
  CHECK(other[49] == pattern(49) + 1); // TURNS
  CHECK(other[50] == 0);               // CONCRETE

  // Overlap in both directions.
  move(other + 3, other, 20);
  CHECK(other[3] == pattern(0) + 1);  // TURNS
  CHECK(other[22] == pattern(19) + 1); // TURNS
  move(other, other + 5, 20);
  CHECK(other[0] == pattern(2) + 1);  // TURNS
  CHECK(other[17] == pattern(19) + 2); // TURNS

  // Constants over labels, one label over many bytes.
  memset(other, 7, 16);
  CHECK(other[15] == 7); // CONCRETE
  fill(other, 8, 30);
  CHECK(other[29] == 8); // CONCRETE
  CHECK(other[30] == pattern(30) + 1); // TURNS
  fill(other + 64, input_bytes[60], 40);
  CHECK(other[64] == pattern(60) + 1);  // TURNS
  CHECK(other[103] == pattern(60) + 2); // TURNS
  CHECK(other[104] == 0);               // CONCRETE
  uint32_t word;
  memcpy(&word, other + 70, 4);
  CHECK(word == 0x01010101u * (uint8_t)(pattern(60) + 3)); // TURNS

  // Copying what is not input over what is.
  unsigned char constants[16] = "constants";
  memcpy(room, constants, 16);
  CHECK(room[7] == 't'); // CONCRETE
  copy(room + 16, constants, 16);
  CHECK(room[20] == 't'); // CONCRETE
  CHECK(room[32] == pattern(32) + 1); // TURNS

  CHECK(memcmp(input_bytes + 110, known_bytes + 110, 6) == 0); // TURNS
  CHECK(memcmp(input_bytes + 120, known_bytes + 121, 3) < 0);  // TURNS

  // A length that is input is made concrete, on record.
  memcpy(room + 100, known_bytes, input_bytes[130] & 7); // LENGTH
  CHECK(room[100] == 99); // CONCRETE
  return 0;
}
