// Symbols in a file are written over, cut off, or there no more because the file was opened anew.
// input: stdin 1
// kept
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static char at(int file, int place) {
  char byte = 0;
  return pread(file, &byte, 1, place) == 1 ? byte : -1;
}

int main(void) {
  char name[] = "/tmp/braid-channel-XXXXXX", byte;
  if (read(0, &byte, 1) != 1)
    return 3;
  int file = mkstemp(name);
  if (file < 0 || pwrite(file, &byte, 1, 0) != 1 || pwrite(file, &byte, 1, 1) != 1 ||
      pwrite(file, &byte, 1, 4) != 1 || pwrite(file, "c", 1, 0) != 1)
    return 4;
  if (at(file, 0) == 'a' || at(file, 2) != 0) // a constant, and a hole
    abort();
  if (at(file, 1) == 'b')
    return 1;
  if (at(file, 4) == 'd')
    return 2;
  if (ftruncate(file, 1) != 0 || ftruncate(file, 5) != 0)
    return 4;
  if (at(file, 4) == 'e' || at(file, 4) != 0)
    abort();
  int again = open(name, O_WRONLY | O_TRUNC);
  unlink(name);
  if (again < 0 || write(again, "xyz", 3) != 3)
    return 4;
  if (at(file, 1) == 'f')
    abort();
  return 0;
}
