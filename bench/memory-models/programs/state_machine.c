// A machine whose table has a row for each state: accepts numbers with a fraction.
#include <unistd.h>

static const unsigned char classes[256] = {['0'] = 1, ['1'] = 1, ['2'] = 1, ['3'] = 1, ['4'] = 1, ['5'] = 1,
                                           ['6'] = 1, ['7'] = 1, ['8'] = 1, ['9'] = 1, ['.'] = 2, ['-'] = 3};
static const unsigned char next[6][4] = {{5, 2, 5, 1}, {5, 2, 5, 5}, {5, 2, 3, 5},
                                         {5, 4, 5, 5}, {5, 4, 5, 5}, {5, 5, 5, 5}};

int main(void) {
  unsigned char text[5];
  if (read(0, text, 5) != 5)
    return 9;
  unsigned state = 0;
  for (int i = 0; i < 5; i++)
    state = next[state][classes[text[i]]];
  return state == 4;
}
