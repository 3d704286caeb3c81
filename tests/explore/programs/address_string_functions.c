// String functions on texts that a symbolic index chooses.
// input: stdin 1
// addresses: auto, theory, lazy
#include <stdio.h>
#include <string.h>

int main(void) {
  static const char *const names[3] = {"ann", "bob", "anna"};
  int c = getchar();
  if (c < 0)
    return 5;
  const char *name = names[c % 3];
  return strcmp(name, "bob") == 0 ? 1 : strlen(name) == 4 ? 2 : 0;
}
