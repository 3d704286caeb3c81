// A source that was empty the first time it was read is opened and read once more: the number of the descriptor
// is the same, what is known of its place is not.
// input: stdin 2
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  char bytes[4];
  for (int i = 0; i < 2; i++) {
    int file = open("/dev/stdin", O_RDONLY);
    if (file < 0)
      return 9;
    ssize_t got = read(file, bytes, sizeof bytes);
    close(file);
    if (i == 1 && got == 1)
      return bytes[0] == 2 ? 1 : 2;
    if (i == 1 && got == 2)
      return 3;
  }
  return 0;
}
