// Threads: data in memory keeps its labels from one to the other, and arguments of functions do not get mixed up.
// INPUT: PATTERN 64
// FLAGS: -pthread
// THREAD
#include "check.h"
#include <pthread.h>

static int shared;
static _Thread_local int own;

__attribute__((noinline)) static int increment(int a) { return a + 1; }

static void *work(void *argument) {
  int *value = argument;
  own = *value;
  CHECK(increment(own) == near(*(int *)known_bytes) + 1); // TURNS
  shared = *value + 2;
  own = 5;
  CHECK(own == 5); // CONCRETE
  return (void *)(long)(*value & 0xff);
}

int main(void) {
  begin();
  TWINS(int, a);
  TWINS(int, b);
  own = b;
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, &a))
    return 1;
  void *result;
  pthread_join(thread, &result);
  CHECK(shared == near(known_a) + 2); // TURNS
  CHECK(own == near(known_b)); // TURNS
  pthread_t more[4];
  int values[4];
  for (int i = 0; i < 4; i++) {
    values[i] = i;
    if (pthread_create(&more[i], NULL, work, &values[i]))
      return 1;
    pthread_join(more[i], NULL);
  }
  CHECK(shared == 5); // CONCRETE
  return 0;
}
