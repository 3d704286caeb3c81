// A function that is looked up by a name from input: which ones there are, only the linker knows.
// options: --stdin 2 --max-values 8
// reason: a value that depends on input was lost
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

int main(void) {
  char name[] = "..s";
  int first = getchar(), second = getchar();
  if (first < 0 || second < 0)
    return 3;
  name[0] = (char)first, name[1] = (char)second;
  int (*found)(int) = (int (*)(int))dlsym(RTLD_DEFAULT, name); // HERE
  if (found)
    return 1;
  return 0;
}
