// A copy of as many bytes as the input says.
// input: stdin 1
#include <stdio.h>
#include <string.h>

int main(void) {
  char from[] = "abcdefgh", to[9] = "--------";
  int c = getchar();
  if (c == EOF)
    return 9;
  from[2] = (char)c;
  memcpy(to, from, (size_t)(c & 7));
  if (to[2] == 'k')
    return 1;
  if (to[4] == '-')
    return 2;
  if (c > 128)
    return 3;
  else
    return 4;
}
