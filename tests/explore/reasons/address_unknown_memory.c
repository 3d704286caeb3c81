// A table in memory that the program maps itself is no object that is known: every address is tried by itself, up
// to a limit.
// options: --stdin 2 --max-values 8
// reason: values left out by --max-values
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
  unsigned char *table = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int high = getchar(), low = getchar();
  if (high < 0 || low < 0)
    return 3;
  table[40000] = 1;
  if (table[high << 8 | low] == 1) // HERE
    return 1;
  return 0;
}
