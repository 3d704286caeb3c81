// The digits of a floating-point number are those of this run.
// options: --stdin 2 --max-values 8
// reason: values left out by --max-values
#include <stdio.h>
#include <string.h>

int main(void) {
  int high = getchar(), low = getchar();
  if (high < 0 || low < 0)
    return 3;
  char text[32];
  snprintf(text, sizeof text, "%.3f", high + low / 256.0); // HERE
  if (strcmp(text, "10.250") == 0)
    return 1;
  return 0;
}
