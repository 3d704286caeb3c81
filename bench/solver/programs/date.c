/* A date in the form YYYYMMDD: is it one, and which day of the week? */
#include "input.h"

int main(void) {
  int32_t number;
  if (read_numbers(&number, 1) != 1 || number < 0)
    return 1;
  int day = number % 100, month = number / 100 % 100, year = number / 10000;
  if (year < 1583 || year > 4000 || month < 1 || month > 12)
    return 2;
  int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  int days = month == 2 ? 28 + leap : 30 + (month + month / 8) % 2;
  if (day < 1 || day > days)
    return 3;
  int shifted = month < 3 ? year - 1 : year, m = month < 3 ? month + 9 : month - 3;
  int weekday = (shifted + shifted / 4 - shifted / 100 + shifted / 400 + (13 * m + 2) / 5 + day + 2) % 7;
  if (weekday == 5 && day == 13)
    puts("Friday the 13th");
  return 0;
}
