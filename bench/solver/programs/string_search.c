/* Looks for words and characters. */
#include "input.h"

#include <string.h>

int main(void) {
  char text[11];
  read_text(text, sizeof text);
  const char *found = strstr(text, "key");
  if (found != NULL && strchr(found, '!') != NULL)
    puts("key and exclamation");
  if (strspn(text, "abcdef") > 4)
    puts("begins with letters");
  const char *last = strrchr(text, '/');
  if (last != NULL && strlen(last) > 6)
    puts("a long name at the end");
  return 0;
}
