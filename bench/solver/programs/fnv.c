/* The FNV-1a hash of a few bytes, compared with known ones. */
#include "input.h"

int main(void) {
  unsigned char data[3];
  size_t size = read_bytes(data, sizeof data);
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < size; i++) {
    hash = (hash ^ data[i]) * 16777619u;
    if ((hash & 0xff) == 0x2a)
      puts("a mark on the way");
    if (hash >> 28 == 7)
      puts("sevens");
  }
  if (hash % 16 < 4)
    puts("first bucket");
  else if (hash % 16 == 9)
    puts("tenth bucket");
  return 0;
}
