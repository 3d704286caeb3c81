// Another program reads what was written, and writes it somewhere else: that is not followed, and told.
// input: stdin 1
// values: 4
// incomplete: another program
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char name[] = "/tmp/braid-channel-XXXXXX", command[64], copy[32];
  int byte = getchar();
  if (byte == EOF)
    return 3;
  int made = mkstemp(name);
  FILE *to = made < 0 ? NULL : fdopen(made, "w");
  if (!to || fputc(byte, to) == EOF || fclose(to) != 0)
    return 4;
  snprintf(copy, sizeof copy, "%s.b", name);
  snprintf(command, sizeof command, "cp %s %s", name, copy);
  if (system(command) != 0)
    return 4;
  FILE *from = fopen(copy, "r");
  unlink(name);
  unlink(copy);
  if (byte == 1)
    return 1;
  return from && fgetc(from) == 2 ? 2 : 0;
}
