// Reads that fail leave the buffer alone, whatever the length of the input.
// input: stdin 1
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  char block[3] = "..";
  int deaf = open("/dev/stdin", O_WRONLY);
  if (read(deaf, block, 2) >= 0)
    return 3;
  if (block[0] != '.')
    return 4;
  if (read(0, block, 2) < 0)
    return 5;
  return block[0] == 'a' ? 1 : block[0] == '.' ? 2 : 0;
}
