/* A list of decimal numbers with signs, separated by commas, and their sum. */
#include "input.h"

int main(void) {
  char text[13];
  read_text(text, sizeof text);
  int sum = 0;
  const char *at = text;
  for (;;) {
    int negative = *at == '-', number = 0;
    if (negative)
      at++;
    if (*at < '0' || *at > '9')
      return 1;
    while (*at >= '0' && *at <= '9')
      number = number * 10 + (*at++ - '0');
    sum += negative ? -number : number;
    if (*at != ',')
      break;
    at++;
  }
  if (*at != 0)
    return 2;
  if (sum == 4711)
    puts("exactly");
  else if (sum < -1000)
    puts("little");
  return 0;
}
