/* Written for libFuzzer: it crashes on inputs that begin with FUZZ. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 3 && memcmp(data, "FUZZ", 4) == 0)
    abort();
  return 0;
}
