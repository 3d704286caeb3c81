/* The check digit of card numbers. */
#include "input.h"

int main(void) {
  unsigned char text[10];
  size_t size = read_bytes(text, sizeof text);
  unsigned sum = 0;
  for (size_t i = 0; i < size; i++) {
    if (text[i] < '0' || text[i] > '9')
      return 1;
    unsigned digit = text[i] - '0';
    if ((size - i) % 2 == 0) {
      digit *= 2;
      if (digit > 9)
        digit -= 9;
    }
    sum += digit;
  }
  puts(sum % 10 == 0 ? "valid" : "not valid");
  return 0;
}
