// Text read as one block into memory full of zeros, whose length nobody asks for.
// input: stdin 3
// values: 4,4,4
#include <string.h>
#include <unistd.h>

int main(void) {
  char text[64] = {0};
  if (read(0, text, sizeof text - 1) < 0)
    return 9;
  return strcmp(text, "\1\2") == 0 ? 1 : strlen(text) == 3 ? 2 : 0;
}
