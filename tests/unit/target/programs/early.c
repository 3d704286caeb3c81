/* Does as much as possible before main: output, an open file, a handler for forks, a handler for exit. */
#include "runtime/api.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int file;

static void in_forked_process(void) { write(1, "forked\n", 7); }
static void at_the_end(void) { printf("registered before main\n"); }

__attribute__((constructor)) static void before_main(void) {
  file = open("/proc/self/exe", O_RDONLY);
  write(1, "written before main\n", 20);
  write(2, "errors before main\n", 19);
  printf("buffered before main\n");
  pthread_atfork(NULL, NULL, in_forked_process);
  atexit(at_the_end);
}

int main(int argc, char **argv) {
  __braid_start(&argc, &argv, &environ);
  char magic[5] = "";
  long count = (long)read(file, magic, 4);
  printf("%ld %s\n", count, magic + 1);
  return getchar() == 'x';
}
