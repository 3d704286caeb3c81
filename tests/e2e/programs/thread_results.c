// What a thread is given and what it gives back keep their labels, however it ends.
// INPUT: PATTERN 64
// FLAGS: -D_GNU_SOURCE -pthread
// NOTHING-LOST
// THREAD
#include "check.h"
#include <pthread.h>
#include <threads.h>

static void *twice(void *value) { return (void *)((long)value * 2); }
__attribute__((noinline)) static void leave(long value) { pthread_exit((void *)(value + 1)); }
static void *leaves(void *value) {
  leave((long)value);
  return NULL;
}
static int three_times(void *value) { return *(int *)value * 3; }
static int leaves_early(void *value) { thrd_exit(*(int *)value + 7); }
static void *constant(void *value) { return value ? (void *)5 : NULL; }
static void *waits(void *value) {
  for (;;)
    pause();
  return value;
}

static long result_of(void *(*start)(void *), long value) {
  pthread_t thread;
  void *result;
  if (pthread_create(&thread, NULL, start, (void *)value) || pthread_join(thread, &result))
    abort();
  return (long)result;
}

int main(void) {
  begin();
  TWINS(unsigned char, a);
  TWINS(unsigned char, b);
  TWINS(unsigned char, c);
  TWINS(unsigned char, d);
  TWINS(unsigned char, e);
  CHECK(result_of(twice, a) == 2 * near(known_a));  // TURNS
  CHECK(result_of(leaves, b) == 1 + near(known_b)); // TURNS

  thrd_t thread;
  int given = c, result;
  if (thrd_create(&thread, three_times, &given) || thrd_join(thread, &result))
    return 1;
  CHECK(result == 3 * near(known_c)); // TURNS
  given = d;
  if (thrd_create(&thread, leaves_early, &given) || thrd_join(thread, &result))
    return 1;
  CHECK(result == near(known_d) + 7); // TURNS

  // Many at the same time, waited for in another order; one of them in two attempts.
  pthread_t several[5];
  void *results[5];
  for (long i = 0; i < 5; i++)
    if (pthread_create(&several[i], NULL, twice, (void *)(i == 2 ? (long)e : i)))
      return 1;
  while (pthread_tryjoin_np(several[2], &results[2]))
    usleep(1000);
  for (long i = 4; i >= 0; i--)
    if (i != 2)
      pthread_join(several[i], &results[i]);
  CHECK((long)results[1] == 2);                    // CONCRETE
  CHECK((long)results[2] == 2 * near(known_e));    // TURNS
  CHECK((long)results[4] == 8);                    // CONCRETE

  // The old label of the variable goes; a thread that was cancelled leaves none.
  results[0] = (void *)(5l ^ (a ^ known_a));
  pthread_create(&several[0], NULL, constant, several);
  pthread_join(several[0], &results[0]);
  CHECK(results[0] == (void *)5); // CONCRETE
  results[0] = (void *)((long)PTHREAD_CANCELED ^ (a ^ known_a));
  pthread_create(&several[0], NULL, waits, (void *)(long)a);
  pthread_cancel(several[0]);
  pthread_join(several[0], &results[0]);
  CHECK(results[0] == PTHREAD_CANCELED); // CONCRETE
  return 0;
}
