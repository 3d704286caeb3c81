// Library functions on strings: where a string ends is decided byte by byte, and copies keep their meaning.
// INPUT: "abc\0abd\0x,y "
// INPUT: "ABab\200\377ab,,;a"
// INPUT: "\0\0\0\0\0\0\0\0\0\0\0\0"
// VERIFY: --random 200
// NOTHING-LOST
#define _GNU_SOURCE
#include "check.h"

#include <strings.h>

static void split(const char *bytes) {
  char text[8], *position;
  memset(text, 0, sizeof text);
  memcpy(text, bytes, 4);
  for (char *token = strtok_r(text, ", ", &position); token; token = strtok_r(NULL, ", ", &position))
    CHECK(strcmp(token, "y") == 0);
  memcpy(text, bytes, 4);
  for (char *token = strtok(text, ";"); token; token = strtok(NULL, ";"))
    CHECK(strlen(token) > 1);
  memcpy(text, bytes, 4);
  position = text;
  for (char *field; (field = strsep(&position, ",")) != NULL;)
    CHECK(*field == 'x');
}

int main(void) {
  char in[12] = {0}, a[8] = "", b[8] = "", out[32] = "";
  if (read(0, in, sizeof in) < 0)
    return 1;
  memcpy(a, in, 4);
  memcpy(b, in + 4, 4);
  CHECK(strlen(a) == 3);
  CHECK(strnlen(b, 2) == 2);
  CHECK(strcmp(a, b) < 0);
  CHECK(strcmp(a, "abc") == 0);
  CHECK(strncmp(a, "abx", 2) == 0);
  CHECK(strcasecmp(a, "ABC") == 0);
  CHECK(strncasecmp(a, b, 3) > 0);
  CHECK(strcoll(a, b) < 0);
  CHECK(strchr(a, 'b') == a + 1);
  CHECK(strchr("abcd", in[0]) != NULL);
  CHECK(strrchr(a, 'b') == a + 1);
  CHECK(*strchrnul(b, 'x') == 0);
  CHECK(strspn(a, "abc") == 3);
  CHECK(strcspn(a, "cx") == 2);
  CHECK(strspn(a, b) == 2);
  CHECK(strpbrk(a, "xb") == a + 1);
  CHECK(strstr(a, "bc") == a + 1);
  CHECK(strstr("xxabdxx", b) != NULL);
  CHECK(strcasestr(a, "Bc") == a + 1);
  CHECK(*stpcpy(out, a) == 0);
  CHECK(out[1] == 'q'); // BRANCH[1]: not taken stdin[1] == 'q'
  strcat(out, b);
  strncat(out, a, 2);
  CHECK(out[6] == 'a');
  CHECK(stpncpy(out, b, 6) == out + 3);
  char *copy = strdup(a);
  CHECK(copy[0] == 'q'); // BRANCH[1]: not taken stdin[0] == 'q'
  free(copy);
  copy = strndup(b, 2);
  CHECK(strlen(copy) == 2);
  free(copy);
  split(in + 8);
  return 0;
}
