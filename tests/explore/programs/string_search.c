// Looking for characters in a text: first, last, one of a set.
// input: stdin 1
#include <stdio.h>
#include <string.h>

int main(void) {
  const char *vowels = "aeiou";
  char text[] = "a?b?";
  int c = getchar();
  if (c == EOF)
    return 9;
  text[1] = (char)c;
  if (strchr(vowels, c))
    return 1;
  if (strrchr(text, 'b') == text + 1)
    return 2;
  if (strpbrk(text, "!?") == text + 1)
    return 3;
  return (int)strcspn(text, ",;") + 4;
}
