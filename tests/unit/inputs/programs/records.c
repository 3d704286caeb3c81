/* Lines of any length, with another delimiter first. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line = NULL;
  size_t room = 0;
  int score = 0;
  if (getdelim(&line, &room, '-', stdin) == 2)
    score += 5;
  ssize_t length;
  while ((length = getline(&line, &room, stdin)) > 0) {
    score++;
    if (length == 2)
      score += 10;
    if (line[0] == '-')
      score += 40;
  }
  free(line);
  printf("%d\n", score);
  return score;
}
