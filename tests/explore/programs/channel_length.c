// How much is written depends on the input, and so does how much is read; once nobody reads it.
// input: stdin 1
// kept
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  char byte, text[] = "0123456", back[8];
  if (read(0, &byte, 1) != 1)
    return 3;
  int file = memfd_create("file", 0);
  FILE *unread = tmpfile();
  if (file < 0 || !unread)
    return 4;
  unsigned long count = byte & 7;
  if (fwrite(text, 1, count, unread) > 7)
    return 4;
  if (byte & 8)
    return 5;
  if (write(file, text, count) < 0)
    return 4;
  if (pread(file, back, 8, 0) == 3)
    return 1;
  return 0;
}
