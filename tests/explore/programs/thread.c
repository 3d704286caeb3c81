// A thread looks at the input too: in which order things happen is not known.
// input: stdin 1
// incomplete: a thread
#include <pthread.h>
#include <stdio.h>

static int input;

static void *look(void *unused) {
  (void)unused;
  if (input == 'a')
    puts("a");
  return NULL;
}

int main(void) {
  input = getchar();
  pthread_t other;
  if (pthread_create(&other, NULL, look, NULL) != 0)
    return 1;
  pthread_join(other, NULL);
  if (input == 'b')
    puts("b");
  return 0;
}
