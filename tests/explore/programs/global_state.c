// Decisions on global and static variables that earlier decisions changed.
// input: stdin 2
#include <stdio.h>

static int balance = 5;
static int next_limit(void) {
  static int limit = 50;
  return limit += 25;
}
static void book(int c) {
  if (c > next_limit())
    balance -= c & 7;
  else
    balance += 2;
}

int main(void) {
  int c;
  while ((c = getchar()) != EOF)
    book(c);
  if (balance < 0)
    return 1;
  else if (balance > 8)
    return 2;
  else
    return 3;
}
