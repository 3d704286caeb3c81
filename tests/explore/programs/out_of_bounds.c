// A write far outside of an array, behind a check that lets one value too many through.
// input: stdin 1
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int c = getchar();
  char *page = malloc(16);
  if (!page || c < 0)
    return 1;
  long offset = c <= 200 ? c & 15 : (long)c << 40;
  if (c > 201)
    offset = 3;
  page[offset] = 1;
  int result = page[3] == 1;
  free(page);
  return result;
}
