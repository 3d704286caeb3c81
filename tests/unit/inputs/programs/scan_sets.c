/* scanf of sets, literals, widths and suppressed fields, and what is left in the stream. */
#include <stdio.h>

int main(void) {
  char text[4];
  unsigned number = 0;
  int count = scanf(" %2[0-9a]-%*1s%x", text, &number);
  int next = getchar();
  if (next == 'x')
    puts("x is next");
  if (next == EOF)
    puts("nothing is next");
  if (count == EOF)
    return 1;
  if (count == 0)
    return 2;
  if (text[0] == '9')
    puts("nine");
  if (count == 2)
    if (number == 10)
      return 3;
  return 4;
}
