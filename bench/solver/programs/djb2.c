/* Words looked up in a table by their djb2 hash. */
#include "input.h"

int main(void) {
  char text[5];
  size_t size = read_text(text, sizeof text);
  uint32_t hash = 5381;
  for (size_t i = 0; i < size; i++) {
    if (text[i] < 'a' || text[i] > 'z')
      return 1;
    hash = hash * 33 + (unsigned char)text[i];
  }
  switch (hash % 8) {
  case 0:
    puts("first");
    break;
  case 3:
    puts(hash > 2090000000u ? "fourth, late" : "fourth");
    break;
  case 5:
    if (hash == 2090155950u) /* "case" */
      puts("found");
    break;
  default:
    return 2;
  }
  return 0;
}
