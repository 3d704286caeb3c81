// Reads until there is nothing more: that the end was reached does not make the length a number.
// input: stdin 2
#include <stdio.h>
#include <unistd.h>

int main(void) {
  char text[8];
  long length = 0, got;
  while ((got = read(0, text, sizeof text)) > 0)
    length += got;
  if (length == 2)
    puts("two");
  if (length == 1 && text[0] == 'a')
    puts("a");
  return 0;
}
