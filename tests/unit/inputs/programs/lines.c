/* Lines into a buffer that is too small for most, and what the library leaves behind at the end. */
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[3];
  int score = 0;
  while (fgets(line, sizeof line, stdin)) {
    score++;
    if (line[0] == 'a')
      score += 10;
    if (strlen(line) == 2)
      if (line[1] == '\n')
        score += 20;
  }
  if (getchar() != EOF)
    return 99;
  printf("%d\n", score);
  return score;
}
