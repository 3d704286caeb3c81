// Memory in pieces: bytes stored and an integer loaded, an integer stored and bytes loaded, overlapping stores,
// addresses that are not aligned, stores of constants over part of a value.
// INPUT: PATTERN 200
// NOTHING-LOST
#include "check.h"

__attribute__((noinline)) static void store_bytes(unsigned char *to, const unsigned char *from, int count) {
  for (int i = 0; i < count; i++)
    to[i] = from[i];
}

int main(void) {
  begin();
  union {
    unsigned char bytes[16];
    uint16_t shorts[8];
    uint32_t words[4];
    uint64_t longs[2];
  } piece;
  memset(&piece, 0, sizeof piece);

  store_bytes(piece.bytes, input_bytes, 8);
  uint64_t known;
  memcpy(&known, known_bytes, 8);
  CHECK(piece.longs[0] == near(known));                   // TURNS
  CHECK(piece.words[1] == (uint32_t)(near(known) >> 32)); // BRANCH: taken
  CHECK(piece.shorts[0] == (uint16_t)near(known));        // TURNS

  input_at = 8;
  TWINS(uint64_t, whole);
  piece.longs[1] = whole;
  CHECK(piece.bytes[8] == (uint8_t)near(known_whole));       // TURNS
  CHECK(piece.bytes[15] == (uint8_t)(known_whole >> 56) + 1); // TURNS
  CHECK(piece.shorts[5] == (uint16_t)(known_whole >> 16) + 1); // TURNS

  // The middle of both values at once.
  uint32_t across;
  memcpy(&across, piece.bytes + 6, 4);
  CHECK(across == (uint32_t)(known >> 48 | near(known_whole) << 16)); // TURNS

  // A constant over part of it; the rest stays input.
  piece.bytes[9] = 77;
  CHECK(piece.bytes[9] == 77); // CONCRETE
  CHECK(piece.longs[1] == ((near(known_whole) & ~0xff00ull) | 77 << 8)); // TURNS
  CHECK(piece.bytes[10] == (uint8_t)(known_whole >> 16) + 2); // TURNS

  // Not aligned, with loads and stores that overlap.
  unsigned char room[32] = {0};
  TWINS(uint32_t, first);
  TWINS(uint32_t, second);
  memcpy(room + 3, &first, 4);
  memcpy(room + 5, &second, 4);
  uint32_t middle;
  memcpy(&middle, room + 3, 4);
  CHECK(middle == (uint32_t)((known_first & 0xffff) | near(known_second) << 16)); // TURNS
  memcpy(&middle, room + 4, 4);
  CHECK(middle == (uint32_t)((known_first >> 8 & 0xff) | near(known_second) << 8)); // TURNS

  // Wide values in memory.
  TWINS(unsigned __int128, wide);
  unsigned __int128 copy = wide;
  unsigned char *parts = (unsigned char *)&copy;
  parts[15] = 0;
  CHECK(copy == (near(known_wide) << 8 >> 8)); // TURNS
  return 0;
}
