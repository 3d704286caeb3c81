// A thread reads from a pipe what another one writes to it, and memory that both know: labels arrive by both ways.
// input: stdin 1
// incomplete: a thread
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];
static char in_memory;

static void *look(void *unused) {
  (void)unused;
  char byte = 0;
  if (read(ends[0], &byte, 1) == 1 && byte == 'p')
    puts("by the pipe");
  if (in_memory == 'm')
    puts("by memory");
  return NULL;
}

int main(void) {
  char byte;
  pthread_t other;
  if (read(0, &byte, 1) != 1)
    return 3;
  if (pipe(ends) != 0)
    return 4;
  in_memory = byte;
  if (pthread_create(&other, NULL, look, NULL) != 0 || write(ends[1], &byte, 1) != 1)
    return 4;
  pthread_join(other, NULL);
  return 0;
}
