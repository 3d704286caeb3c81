/* Behaviours that change the state of the C library, and the ways a program can end through it. */
#include "behaviours.h"
#include "runtime/model.h"
#include "trace/format.h"

#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int echo(void) {
  int byte;
  while ((byte = getchar()) != EOF)
    putchar(byte);
  return 0;
}

int buffered(void) {
  char line[20];
  printf("%ld ", ftell(stdin));
  fgets(line, sizeof line, stdin);
  ungetc('U', stdin);
  printf("%s%c", line, getchar());
  fprintf(stderr, "to errors");
  setvbuf(stdout, NULL, _IOFBF, 100000);
  printf("no newline at the end");
  return 0;
}

int unbuffered_input(void) {
  char bytes[4] = "";
  printf("%zd", read(0, bytes, 3));
  fflush(stdout);
  write(1, bytes, 3);
  lseek(0, 1, SEEK_CUR);
  printf("%zd%s\n", read(0, bytes, 3), bytes);
  return 0;
}

int library_state(void) {
  static char words[] = "one two three";
  printf("%d %s %d %s ", errno, setlocale(LC_ALL, NULL), rand(), getenv("SET_BY_PROGRAM"));
  printf("%s %s ", strtok(words, " "), strtok(NULL, " "));
  printf("%s\n", getenv("HOME") ? "has home" : "no home");
  errno = 77;
  setlocale(LC_ALL, "C.UTF-8");
  srand(5);
  setenv("SET_BY_PROGRAM", "yes", 1);
  unsetenv("HOME");
  return 0;
}

int hidden_variables(void) {
  printf("%s %s\n", getenv("BRAID_CONTROL"), getenv("LD_BIND_NOW"));
  return 0;
}

int rounding(void) {
  volatile double one = 1, three = 3;
  printf("%d %a\n", fegetround() == FE_TONEAREST, one / three);
  fesetround(FE_UPWARD);
  printf("%a\n", one / three);
  long double left_on_the_stack;
  __asm__ volatile("fld1\n\tfld1\n\tfstpt %0" : "=m"(left_on_the_stack));
  return 0;
}

static void first_handler(void) { printf("first registered\n"); }
static void second_handler(void) { printf("second registered\n"); }
static void status_handler(int status, void *text) { printf("%s %d\n", (char *)text, status); }

int exit_handlers(void) {
  atexit(first_handler);
  on_exit(status_handler, "status");
  atexit(second_handler);
  exit(11);
}

static bool say_in_destructor;

__attribute__((destructor)) static void destructor(void) {
  if (say_in_destructor)
    printf("destructor\n");
}

int destructors(void) {
  say_in_destructor = true;
  printf("main\n");
  return 12;
}

static void exit_again(void) { exit(14); }

int exit_twice(void) {
  atexit(exit_again);
  return 13;
}

int quick(void) {
  printf("lost, because it is in the buffer");
  braid_run_end(BRAID_END_QUICK, 9);
}

int immediately(void) {
  printf("lost too");
  _exit(8);
}

int assumption(void) { braid_run_end(BRAID_END_ASSUME, 0); }

int many_arguments(void) {
  for (int i = 1; i < argument_count; i++)
    printf("[%s]", arguments[i]);
  const char *given = getenv("GIVEN");
  printf("%s\n", given ? given : "(none)");
  return argument_count;
}

int reads_file(void) {
  char text[100] = "";
  FILE *file = fopen("input.txt", "r");
  if (!file)
    return 1;
  fgets(text, sizeof text, file);
  printf("%s %d\n", text, fileno(file));
  unlink("input.txt");
  return 0; /* and leaves it open */
}

int not_again(void) {
  braid_cannot_restart("a reason of its own");
  return 0;
}
