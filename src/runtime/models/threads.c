/* Models of starting a thread, ending it and waiting for its end, under both names that the C library has for
 * each.
 *
 * What a thread is given and what it gives back go through the library, which does not pass labels on. So the
 * models send the argument by way of a record in memory, where it keeps its label, and the thread leaves its
 * result there, too. Whoever waits for it takes the value from the library, and the label from the record if that
 * holds the same value: a thread that was cancelled leaves none.
 *
 * Records are found by the thread's id. An id belongs to another thread only after its first one was waited for or
 * has ended detached; the record of the newest thread is the right one, and an older one is free then. They lie in
 * mappings, because the heap is the program's. */
#define _GNU_SOURCE
#include "runtime/input.h"
#include "runtime/model.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <threads.h>

BRAID_MODEL_FILE;

typedef struct record {
  struct record *next;
  pthread_t thread;
  void *(*start)(void *);
  thrd_start_t start_c11; /* instead */
  void *argument;
  void *result;
} record;

enum { records_at_once = 256 };

static record *records, *free_records; /* under the lock */
static char locked;
static _Thread_local record *own;

static void lock(void) {
  while (__atomic_test_and_set(&locked, __ATOMIC_ACQUIRE))
    sched_yield();
}

static void unlock(void) { __atomic_clear(&locked, __ATOMIC_RELEASE); }

/* Who held the lock in the parent is not in the child. */
__attribute__((constructor)) static void unlock_in_children(void) { pthread_atfork(NULL, NULL, unlock); }

/* --- records --- all under the lock */

static void put_free(record *unused) {
  unused->next = free_records;
  free_records = unused;
}

/* A clean one, or null if there is no memory. */
static record *new_record(void) {
  if (!free_records) {
    record *more =
        mmap(NULL, records_at_once * sizeof *more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; more != MAP_FAILED && i < records_at_once; i++)
      put_free(&more[i]);
  }
  record *fresh = free_records;
  if (fresh) {
    free_records = fresh->next;
    *fresh = (record){0};
  }
  return fresh;
}

/* The record of a thread, taken out of the list; null if there is none. */
static record *take(pthread_t thread) {
  record **link = &records;
  while (*link && (*link)->thread != thread)
    link = &(*link)->next;
  record *found = *link;
  if (found)
    *link = found->next;
  return found;
}

static void enlist(record *of, pthread_t thread) {
  of->thread = thread;
  of->next = records;
  records = of;
}

/* --- in the new thread --- */

/* The value as the library gets it. Its label is in the record, so that nothing is lost. */
static void *leaves(void *result) {
  own->result = result;
  braid_written(&result, sizeof result);
  return result;
}

static void *begin(void *given) {
  own = given;
  return leaves(own->start(own->argument));
}

static int begin_c11(void *given) {
  own = given;
  return (int)(intptr_t)leaves((void *)(intptr_t)own->start_c11(own->argument));
}

/* The thread that runs main has no record. */
__attribute__((noreturn)) BRAID_MODEL(void, pthread_exit, (void *result)) {
  pthread_exit(own ? leaves(result) : result);
}

__attribute__((noreturn)) BRAID_MODEL(void, thrd_exit, (int result)) {
  thrd_exit(own ? (int)(intptr_t)leaves((void *)(intptr_t)result) : result);
}

/* --- starting --- under the lock, so that nobody waits for the thread before its record can be found */

static void started(record *of, bool succeeded, pthread_t *thread) {
  if (!succeeded)
    return put_free(of);
  braid_written(thread, sizeof *thread);
  record *old = take(*thread);
  if (old)
    put_free(old);
  enlist(of, *thread);
}

BRAID_MODEL(int, pthread_create,
            (pthread_t * thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)) {
  if (!braid_is_active())
    return pthread_create(thread, attributes, start, argument);
  braid_thread_starts();
  lock();
  record *fresh = new_record();
  int result = EAGAIN;
  if (fresh) {
    fresh->start = start;
    fresh->argument = argument;
    result = pthread_create(thread, attributes, begin, fresh);
    started(fresh, result == 0, thread);
  }
  unlock();
  return result;
}

BRAID_MODEL(int, thrd_create, (thrd_t * thread, thrd_start_t start, void *argument)) {
  if (!braid_is_active())
    return thrd_create(thread, start, argument);
  braid_thread_starts();
  lock();
  record *fresh = new_record();
  int result = thrd_nomem;
  if (fresh) {
    fresh->start_c11 = start;
    fresh->argument = argument;
    result = thrd_create(thread, begin_c11, fresh);
    started(fresh, result == thrd_success, thread);
  }
  unlock();
  return result;
}

/* --- waiting --- */

static record *record_of(pthread_t thread) {
  if (!braid_is_active())
    return NULL;
  lock();
  record *found = take(thread);
  unlock();
  return found;
}

/* The library has written the result of the thread, `bytes` of it, unless the thread is still there. */
static void joined(record *of, bool succeeded, void *result, size_t bytes) {
  if (succeeded && result)
    braid_written(result, bytes);
  if (!of)
    return;
  if (succeeded && result && memcmp(result, &of->result, bytes) == 0)
    braid_copy_labels(result, &of->result, bytes);
  lock();
  if (succeeded)
    put_free(of);
  else
    enlist(of, of->thread);
  unlock();
}

#define JOIN(name, parameters, arguments)                                                                         \
  BRAID_MODEL(int, name, parameters) {                                                                            \
    record *of = record_of(thread);                                                                               \
    int status = name arguments;                                                                                  \
    joined(of, status == 0, result, sizeof *result);                                                              \
    return status;                                                                                                \
  }

_Static_assert(thrd_success == 0, "as pthread_join has it");

JOIN(pthread_join, (pthread_t thread, void **result), (thread, result))
JOIN(pthread_tryjoin_np, (pthread_t thread, void **result), (thread, result))
JOIN(pthread_timedjoin_np, (pthread_t thread, void **result, const struct timespec *time), (thread, result, time))
JOIN(pthread_clockjoin_np, (pthread_t thread, void **result, clockid_t clock, const struct timespec *time),
     (thread, result, clock, time))
JOIN(thrd_join, (thrd_t thread, int *result), (thread, result))
