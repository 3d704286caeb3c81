// A file is mapped, then written to: the symbol arrives in memory without its label, which is told.
// input: stdin 1
// incomplete: memory that is a file changes by a write
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  char byte;
  if (read(0, &byte, 1) != 1)
    return 3;
  int file = memfd_create("mapped", 0);
  if (file < 0 || ftruncate(file, 4096) != 0)
    return 4;
  const char *from = mmap(0, 4096, PROT_READ, MAP_SHARED, file, 0);
  if (from == MAP_FAILED || byte == 'a' || pwrite(file, &byte, 1, 5) != 1)
    return 4;
  return from[5] == 'm';
}
