// A file in memory, twice: stores to the one are seen in the other, which is not followed.
// input: stdin 1
// incomplete: memory shared with a file
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  char byte;
  if (read(0, &byte, 1) != 1)
    return 3;
  int file = memfd_create("shared", 0);
  if (file < 0 || ftruncate(file, 4096) != 0)
    return 4;
  char *to = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const char *from = mmap(0, 4096, PROT_READ, MAP_SHARED, file, 0);
  if (to == MAP_FAILED || from == MAP_FAILED)
    return 4;
  if (byte == 'a')
    return 1;
  *to = byte;
  return *from == 'b' ? 2 : 0;
}
