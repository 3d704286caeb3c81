/* Reads a JSON text from standard input and prints it again: the library has no program of its own. */
#include "cJSON.h"

#include <stdio.h>

int main(void) {
  static char text[4096];
  text[fread(text, 1, sizeof text - 1, stdin)] = 0;
  cJSON *value = cJSON_Parse(text);
  char *printed = value ? cJSON_Print(value) : NULL;
  puts(printed ? printed : "no JSON");
  cJSON_free(printed);
  cJSON_Delete(value);
  return 0;
}
