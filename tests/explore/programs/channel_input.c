// The program writes to the file that its input is in.
// input: stdin 2
// values: 16,16
// kept
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  char byte = 0, back[4] = {0, 0, 0, 0};
  int file = open("/proc/self/fd/0", O_RDWR);
  if (file < 0)
    return 4;
  if (read(file, &byte, 1) != 1)
    return 3;
  byte = (byte & 15) ^ 1;
  if (pwrite(file, &byte, 1, 0) != 1 || pwrite(file, "!", 1, 2) != 1)
    return 4;
  int got = (int)pread(file, back, 4, 0);
  if (got != 3)
    return 4;
  if (back[0] == 6)
    return 1;
  if ((back[1] & 15) == 9)
    return 2;
  if (back[2] != '!')
    return 5;
  return 0;
}
