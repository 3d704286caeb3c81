// When there is no memory left for labels the run ends in order, with that as the reason.
// INPUT: PATTERN 64
// END: memory
// VERIFY: --memory 33554432 --turns 0
#include "check.h"

int main(void) {
  begin();
  size_t bytes = 16 << 20;
  unsigned char *memory = malloc(bytes);
  if (!memory)
    return 1;
  memset(memory, input_bytes[0], bytes);
  CHECK(memory[bytes - 1] == 5);
  return 0;
}
