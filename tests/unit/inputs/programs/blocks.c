/* Blocks of two bytes, whole or not; the size of the file; the end of the stream. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int main(void) {
  unsigned char block[8];
  struct stat status;
  int score = 0;
  if (fstat(0, &status) == 0)
    if (status.st_size == 3)
      score += 2;
  size_t count = fread(block, 2, 2, stdin);
  for (size_t i = 0; i < count; i++)
    if (block[2 * i + 1] == 'a')
      score += 5;
  if (feof(stdin))
    score += 1;
  if (getc(stdin) == '-')
    score += 50;
  fseek(stdin, 0, SEEK_END);
  long size = ftell(stdin);
  rewind(stdin);
  if (size > 2) {
    char *copy = malloc((size_t)size);
    if (fread(copy, 1, (size_t)size, stdin) == (size_t)size)
      if (copy[size - 1] == 'x')
        score += 100;
    free(copy);
  }
  printf("%d\n", score);
  return score;
}
