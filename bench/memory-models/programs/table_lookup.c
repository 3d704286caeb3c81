// Characters are classified by a table.
#include <unistd.h>

static const unsigned char kinds[256] = {
    ['0'] = 1, ['1'] = 1, ['2'] = 1, ['3'] = 1, ['a'] = 2, ['b'] = 2, [' '] = 3};

int main(void) {
  unsigned char text[3];
  if (read(0, text, 3) != 3)
    return 9;
  int words = 0;
  for (int i = 0; i < 3; i++)
    if (kinds[text[i]] == 3)
      words++;
    else if (kinds[text[i]] == 0)
      return 8;
  return words;
}
