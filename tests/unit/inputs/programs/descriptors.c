/* Reading through descriptors: as much as there is, at other places, into several buffers. */
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
  unsigned char block[8], other[2];
  int score = 0;
  ssize_t count;
  while ((count = read(0, block, 2)) > 0) {
    score += 1;
    for (ssize_t i = 0; i < count; i++)
      if (block[i] == 'a')
        score += 10;
  }
  if (pread(0, block, 1, 2) == 1)
    if (block[0] == '-')
      score += 60;
  lseek(0, 1, SEEK_SET);
  struct iovec parts[] = {{other, 1}, {block, 2}};
  if (readv(0, parts, 2) == 3)
    if (block[1] == '\n')
      score += 100;
  printf("%d\n", score);
  return score;
}
