/* Runs one of the sorts of bench/explore/programs, built plainly, on each group of N numbers from standard input
   and prints a line with the outcome of each comparison: that is the path. SORT is the file, N the number of
   numbers. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static int numbers_of_this_run[N];

static int heard(int precedes) {
  putchar(precedes ? '<' : '.');
  return precedes;
}

#define PRECEDES(left, right) heard((left) < (right))
#define main sort_program
#include SORT
#undef main

void klee_make_symbolic(void *address, size_t bytes, const char *name) {
  (void)name;
  memcpy(address, numbers_of_this_run, bytes);
}

int main(void) {
  while (fread(numbers_of_this_run, sizeof numbers_of_this_run, 1, stdin) == 1) {
    sort_program();
    putchar('\n');
  }
  return 0;
}
