// A file that is appended to, by a stream and by a descriptor.
// input: stdin 2
// values: 16,16
// kept
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char name[] = "/tmp/braid-channel-XXXXXX", bytes[2], back[8];
  if (read(0, bytes, 1) != 1 || read(0, bytes + 1, 1) != 1)
    return 3;
  bytes[0] &= 15;
  bytes[1] &= 15;
  int file = mkstemp(name);
  if (file < 0 || write(file, "ab", 2) != 2)
    return 4;
  int more = open(name, O_WRONLY | O_APPEND);
  FILE *most = fopen(name, "a");
  unlink(name);
  if (more < 0 || !most || write(more, bytes, 1) != 1)
    return 4;
  fprintf(most, "<%c>", bytes[1]);
  fclose(most);
  if (pread(file, back, sizeof back, 0) != 6 || back[1] != 'b' || back[5] != '>')
    return 4;
  if (back[2] == 5)
    return 1;
  if (back[4] == 6)
    return 2;
  return 0;
}
