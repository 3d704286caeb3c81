// The example of Ibing's paper, Figure 1: an overflow behind two decisions, in the manner of the Juliet test
// suite.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARR_SIZE 14

static void printLine(const char *line) { puts(line); }
static void printIntLine(int number) { printf("%d\n", number); }
static int global_returns_t_or_f(void) { return rand() % 2; }

static void bad(void) {
  int data = -1;
  if (global_returns_t_or_f()) {
    char input_buf[ARR_SIZE] = "";
    if (fgets(input_buf, ARR_SIZE, stdin) != NULL) {
      data = atoi(input_buf);
    } else {
      printLine("fgets() failed.");
    }
  } else {
    data = 7;
  }
  if (global_returns_t_or_f()) {
    int i;
    int buffer[10] = {0};
    if (data >= 0) {
      buffer[data] = 1;
      for (i = 0; i < 10; i++)
        printIntLine(buffer[i]);
    } else {
      printLine("ERROR: Array index negative.");
    }
  } else {
    int i;
    int buffer[10] = {0};
    if (data >= 0 && data < (10)) {
      buffer[data] = 1;
      for (i = 0; i < 10; i++)
        printIntLine(buffer[i]);
    } else {
      printLine("ERROR: index out-of-bounds");
    }
  }
}

int main(void) {
  bad();
  return 0;
}
