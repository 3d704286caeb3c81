/* A variable of the environment. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const char *value = getenv("BRAID_TEST_VARIABLE");
  if (!value)
    return 1;
  if (value[0] == 'a')
    puts("a");
  if (atoi(value) > 5)
    puts("large");
  return 0;
}
