// A file as input: recognised however it is opened, and read again from the beginning.
// FILE: data.bin "abcdef"
#include "check.h"
#include <fcntl.h>

int main(void) {
  unsigned char bytes[3];
  int file = open("data.bin", O_RDONLY);
  if (file < 0 || read(file, bytes, 3) != 3)
    return 1;
  CHECK(bytes[1] == 'x'); // TURNS
  int again = dup(file);
  if (read(again, bytes, 2) != 2)
    return 1;
  CHECK(bytes[1] == 'y'); // TURNS
  CHECK(bytes[2] == 'z'); // TURNS
  lseek(file, 5, SEEK_SET);
  if (read(file, bytes, 3) != 1)
    return 1;
  CHECK(bytes[0] == 'w'); // TURNS
  FILE *stream = fopen("data.bin", "rb");
  if (!stream)
    return 1;
  CHECK(fgetc(stream) == 'v'); // TURNS
  fclose(stream);
  close(file);
  return 0;
}
