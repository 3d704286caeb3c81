/* Entering and leaving the slow path: nothing happens unless the run is being recorded, only one thread at a
 * time is inside, and a signal handler that interrupts the runtime finds the door closed (its values stay
 * concrete) instead of half-written tables. */
#ifndef BRAID_RUNTIME_LOCK_H
#define BRAID_RUNTIME_LOCK_H

#include "runtime/core.h"

static inline bool braid_enter(void) {
  braid_state *state = __braid_state;
  if (BRAID_UNLIKELY(!state || !state->active))
    return false;
  void *self = __builtin_thread_pointer();
  if (BRAID_UNLIKELY(state->lock == self))
    return false;
  if (BRAID_UNLIKELY(state->threads)) {
    void *nobody = NULL;
    while (!__atomic_compare_exchange_n(&state->lock, &nobody, self, true, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      nobody = NULL;
      __builtin_ia32_pause();
    }
    return true;
  }
  state->lock = self;
  return true;
}

static inline void braid_leave(void) { __atomic_store_n(&__braid_state->lock, NULL, __ATOMIC_RELEASE); }

static inline braid_label braid_leave_with(braid_label label) {
  braid_leave();
  return label;
}

#endif
