/* Settings of the form key=number, separated by semicolons. */
#include "input.h"

#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[20];
  read_text(text, sizeof text);
  long width = 80, depth = 1;
  for (char *next, *setting = text; setting != NULL; setting = next) {
    next = strchr(setting, ';');
    if (next != NULL)
      *next++ = 0;
    char *equals = strchr(setting, '=');
    if (equals == NULL)
      return 1;
    *equals = 0;
    long number = strtol(equals + 1, NULL, 10);
    if (strcmp(setting, "width") == 0)
      width = number;
    else if (strcmp(setting, "depth") == 0)
      depth = number;
    else
      return 2;
  }
  if (width * depth > 5000)
    puts("large");
  return 0;
}
