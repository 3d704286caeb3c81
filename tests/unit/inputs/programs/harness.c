/* A harness for libFuzzer. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2)
    return 0;
  if (data[0] == 'a')
    puts("a");
  for (size_t i = 1; i < size; i++)
    if (data[i] == data[0])
      puts("again");
  return 0;
}
