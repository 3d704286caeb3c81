// A text cut into words by strtok.
// input: stdin 2
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[16] = "a";
  size_t length = 1 + fread(text + 1, 1, 2, stdin);
  strcpy(text + length, "b");
  int count = 0;
  for (char *word = strtok(text, ",;"); word; word = strtok(NULL, ",;"))
    count += 1 + (word[0] == 'b');
  return count;
}
