/* Runs one of the programs of bench/explore/programs, built plainly, on each group of N bytes from standard input
   and prints a character for each: the digit of its exit status. PROGRAM is the file. */
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char bytes_of_this_run[N];
static jmp_buf after_the_program;

#define exit(status) longjmp(after_the_program, 1 + (status))
#define main one_program
#include PROGRAM
#undef main
#undef exit

void klee_make_symbolic(void *address, size_t bytes, const char *name) {
  (void)name;
  memcpy(address, bytes_of_this_run, bytes);
}

int main(void) {
  while (fread(bytes_of_this_run, sizeof bytes_of_this_run, 1, stdin) == 1) {
    const int ended = setjmp(after_the_program);
    putchar('0' + (ended != 0 ? ended - 1 : one_program()));
  }
  return 0;
}
