// A table of words, chosen by one byte, compared by others.
#include <string.h>
#include <unistd.h>

int main(void) {
  static const char *const words[8] = {"one", "two", "three", "four", "five", "six", "seven", "eight"};
  unsigned char text[2];
  if (read(0, text, 2) != 2)
    return 9;
  const char *word = words[text[0] & 7];
  return word[1] == text[1] ? 1 : word[2] == 'e' ? 2 : 0;
}
