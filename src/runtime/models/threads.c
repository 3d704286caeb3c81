/* Models of starting a thread. */
#include "runtime/input.h"
#include "runtime/model.h"

#include <pthread.h>
#include <threads.h>

BRAID_MODEL_FILE;

BRAID_MODEL(int, pthread_create,
            (pthread_t * thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)) {
  braid_thread_starts();
  int result = pthread_create(thread, attributes, start, argument);
  if (result == 0)
    braid_written(thread, sizeof *thread);
  return result;
}

BRAID_MODEL(int, thrd_create, (thrd_t * thread, thrd_start_t start, void *argument)) {
  braid_thread_starts();
  int result = thrd_create(thread, start, argument);
  if (result == thrd_success)
    braid_written(thread, sizeof *thread);
  return result;
}
