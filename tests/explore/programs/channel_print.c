// A number is printed to a file and scanned from there.
// input: stdin 1
// kept
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char name[] = "/tmp/braid-channel-XXXXXX";
  int byte = getchar(), number = 0;
  if (byte == EOF)
    return 3;
  int made = mkstemp(name);
  FILE *to = made < 0 ? NULL : fopen(name, "w");
  if (!to)
    return 4;
  fputs("value ", to);
  fprintf(to, "%d\n", byte - 100);
  fclose(to);
  FILE *from = fopen(name, "r");
  unlink(name);
  if (!from || fscanf(from, "value %d", &number) != 1)
    return 4;
  if (number == 7)
    return 1;
  if (number < -95)
    return 2;
  return 0;
}
