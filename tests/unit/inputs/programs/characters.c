/* Characters one by one, some pushed back, and the file read again from its start. */
#include <stdio.h>

int main(void) {
  int c, score = 0;
  while ((c = getc_unlocked(stdin)) != EOF) {
    if (c == '-') {
      int next = getchar();
      if (next == '-') {
        ungetc(next, stdin);
        score += 3;
      } else if (next == EOF) {
        return 77;
      }
    }
    score++;
  }
  rewind(stdin);
  if (fgetc(stdin) == 'a')
    score += 20;
  printf("%d\n", score);
  return score;
}
