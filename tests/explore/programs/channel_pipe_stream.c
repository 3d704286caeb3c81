// A pipe with a stream at each end: lines.
// input: stdin 2
// values: 16,16
// kept
#include <stdio.h>
#include <unistd.h>

int main(void) {
  int ends[2], a = getchar(), b = getchar();
  char line[16];
  if (b == EOF)
    return 3;
  a &= 15;
  b &= 15;
  if (pipe(ends) != 0)
    return 4;
  FILE *to = fdopen(ends[1], "w"), *from = fdopen(ends[0], "r");
  fprintf(to, "first %c\n", a);
  fputs("second ", to);
  putc(b, to);
  fputs(".\n", to);
  fclose(to);
  if (!fgets(line, sizeof line, from))
    return 4;
  if (line[6] == 1)
    return 1;
  if (a != '\n' && fgets(line, sizeof line, from) && line[7] == 2)
    return 2;
  return 0;
}
