// memcpy to a symbolic place, of a length that is known and of one that is not.
// input: stdin 2
// values: 4,4
// addresses: auto, theory, lazy
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[8] = "........";
  int at = getchar(), length = getchar();
  if (at < 0 || length < 0)
    return 4;
  memcpy(text + (at & 3), "abc", 3);
  memcpy(text + 4, text, (size_t)(length & 3));
  return text[2] == 'b' ? 1 : text[5] == 'b' ? 2 : 0;
}
