// What is written to a file is found in memory when the file is mapped afterwards.
// input: stdin 1
// kept
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  char byte;
  if (read(0, &byte, 1) != 1)
    return 3;
  int file = memfd_create("mapped", 0);
  if (file < 0 || pwrite(file, &byte, 1, 5) != 1)
    return 4;
  const char *from = mmap(0, 4096, PROT_READ, MAP_PRIVATE, file, 0);
  if (from == MAP_FAILED)
    return 4;
  if (from[5] == 'm')
    return 1;
  return from[4];
}
