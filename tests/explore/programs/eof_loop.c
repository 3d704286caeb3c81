// Characters counted until the end of input.
// input: stdin 2
#include <stdio.h>

int main(void) {
  int lines = 0, others = 0, c;
  while ((c = getchar()) != EOF)
    if (c == '\n')
      lines++;
    else
      others++;
  if (lines == 2)
    return 1;
  if (others > lines)
    return 2;
  else
    return 3;
}
