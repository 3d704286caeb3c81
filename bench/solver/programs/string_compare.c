/* A password with strcmp, a prefix with memcmp, a name without regard to case. */
#include "input.h"

#include <string.h>
#include <strings.h>

int main(void) {
  char text[13];
  size_t size = read_text(text, sizeof text);
  if (size < 12)
    return 1;
  if (memcmp(text, "ABC", 3) == 0)
    puts("prefix");
  if (strcmp(text + 6, "secret") == 0)
    puts("password");
  if (strncasecmp(text + 3, "xyz", 3) == 0)
    puts("name");
  return strcmp(text, text + 6) < 0;
}
