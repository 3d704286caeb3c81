/* sscanf of a line that was read before, and of an argument. */
#include <stdio.h>

int main(int argc, char **argv) {
  char line[20], word[20];
  int number = 0;
  const char *text = argc > 1 ? argv[1] : fgets(line, sizeof line, stdin);
  if (!text)
    return 1;
  int count = sscanf(text, "%3d x%1s", &number, word);
  if (count == EOF)
    return 2;
  if (number > 90)
    puts("large");
  if (count == 2)
    if (word[0] == '-')
      return 3;
  return 4;
}
