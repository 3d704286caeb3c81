// A program with three bugs, for the tests of braid report. The folder out beside it has
// the form of what braid run leaves behind and was written by hand, but for the reports of sanitizers.
#include <stdio.h>
#include <stdlib.h>

// "b3abc" is a block of three letters.
static char *copy(const char *text, int length) {
  char *block = malloc(4);
  for (int i = 0; i < length; i++)
    block[i] = text[i];
  return block;
}

static int area(int width, int height) { return width * height; }

int main(void) {
  char line[64] = "";
  if (!fgets(line, sizeof line, stdin))
    return 1;
  if (line[0] == 'b') {
    char *block = copy(line + 2, line[1] - '0');
    if (block[0] == '!')
      puts("important");
    free(block);
  } else if (line[0] == 'a')
    printf("%d\n", area(atoi(line + 1), 65537));
  return 0;
}
