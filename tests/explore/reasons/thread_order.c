// Another thread works on the input: it keeps its symbols, and that the order of threads is not explored is told.
// options: --stdin 1
// reason: the program started a thread
#include <pthread.h>
#include <stdio.h>

static void *work(void *value) {
  *(int *)value *= 3;
  return NULL;
}

int main(void) {
  int c = getchar();
  pthread_t thread;
  if (c < 0)
    return 3;
  pthread_create(&thread, NULL, work, &c); // HERE
  pthread_join(thread, NULL);
  if (c == 300)
    return 1;
  return 0;
}
