// Text in memory that the library allocates, and the functions that check where they write.
// input: stdin 1
// kept
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int c = getchar();
  if (c == EOF)
    return 9;
  char *made = NULL, text[8];
  if (asprintf(&made, "[%d]", c - 100) < 0)
    return 8;
  int same = strcmp(made, "[-42]");
  free(made);
  if (same == 0)
    return 1;
  __builtin___sprintf_chk(text, 0, sizeof text, "%d", c);
  if (strcmp(text, "66") == 0)
    return 2;
  __builtin___snprintf_chk(text, 3, 0, sizeof text, "%d", c * 3);
  if (strcmp(text, "42") == 0)
    return 3;
  return 4;
}
