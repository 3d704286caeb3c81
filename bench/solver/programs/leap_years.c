/* Which of three years are leap years, and how far apart are they? */
#include "input.h"

int main(void) {
  unsigned char data[6];
  if (read_bytes(data, sizeof data) != sizeof data)
    return 1;
  unsigned leap = 0, before = 0;
  for (size_t i = 0; i < sizeof data; i += 2) {
    unsigned year = data[i] | (unsigned)data[i + 1] << 8;
    if (year % 400 == 0)
      leap += 2;
    else if (year % 4 == 0 && year % 100 != 0)
      leap++;
    if (i > 0 && year <= before)
      return 2;
    before = year;
  }
  if (leap > 4)
    puts("rare");
  return 0;
}
