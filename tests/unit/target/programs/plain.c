/* Not instrumented at all: prints its input in capitals and its arguments. */
#include <ctype.h>
#include <stdio.h>

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    printf("[%s]", argv[i]);
  int byte;
  while ((byte = getchar()) != EOF)
    putchar(toupper(byte));
  fprintf(stderr, "done\n");
  return 4;
}
