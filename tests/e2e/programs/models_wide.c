// Wide strings: the same decisions as for narrow ones.
// INPUT: "abcabd"
// INPUT: "\200\377b\200\377b"
// INPUT: "\0\0\0\0\0\0"
// VERIFY: --random 200
// NOTHING-LOST
#define _GNU_SOURCE
#include "check.h"

#include <wchar.h>

int main(void) {
  char in[6] = {0};
  if (read(0, in, sizeof in) < 0)
    return 1;
  wchar_t a[5] = {0}, b[5] = {0}, out[16] = {0};
  for (int i = 0; i < 3; i++) {
    a[i] = (unsigned char)in[i];
    b[i] = (signed char)in[3 + i];
  }
  CHECK(wcslen(a) == 3);
  CHECK(wcscmp(a, b) < 0);
  CHECK(wcsncmp(a, b, 2) == 0);
  CHECK(wmemcmp(a, b, 3) > 0);
  CHECK(wcschr(a, L'b') == a + 1);
  CHECK(wcsrchr(a, L'b') == a + 2);
  wcscpy(out, a);
  wcscat(out, b);
  CHECK(out[3] == L'a');
  wcsncpy(out, b, 5);
  CHECK(out[0] == -128);
  CHECK(wmemchr(a, b[0], 3) == a);
  wchar_t *copy = wcsdup(a);
  CHECK(copy[0] == L'q'); // TURNS
  free(copy);
  return 0;
}
