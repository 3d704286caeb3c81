// Bytes go through a file: written, closed, renamed, opened again.
// input: stdin 2
// values: 16,16
// kept
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char name[] = "/tmp/braid-channel-XXXXXX", other[sizeof name + 2];
  unsigned char bytes[2] = {0, 0}, back[2] = {0, 0};
  if (read(0, bytes, 1) != 1 || read(0, bytes + 1, 1) != 1)
    return 3;
  bytes[0] &= 15;
  bytes[1] &= 15;
  int to = mkstemp(name);
  if (to < 0 || write(to, bytes, 2) != 2)
    return 4;
  close(to);
  snprintf(other, sizeof other, "%s.b", name);
  if (rename(name, other) != 0)
    return 4;
  FILE *from = fopen(other, "r");
  unlink(other);
  if (!from || fread(back, 1, 2, from) != 2)
    return 4;
  fclose(from);
  if (back[0] != 7)
    return 0;
  if (back[1] > 9)
    return 1;
  return 2;
}
