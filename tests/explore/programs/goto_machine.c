// A machine of states made of goto.
// input: stdin 2
#include <stdio.h>

int main(void) {
  int c, quotes = 0;
outside:
  c = getchar();
  if (c == '"')
    goto inside;
  if (c == '\\')
    goto escape;
  if (c == EOF)
    return quotes;
  goto outside;
inside:
  quotes++;
  c = getchar();
  if (c == '"')
    goto outside;
  if (c == EOF)
    return 10 + quotes;
  goto inside;
escape:
  if (getchar() == EOF)
    return 20;
  goto outside;
}
