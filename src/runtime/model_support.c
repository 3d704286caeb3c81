/* What model.h promises to the authors of models, as far as it is not the pass that keeps the promise. */
#include "runtime/channels.h"
#include "runtime/lock.h"

/* At the start too, so that models get as far as asking for their source. */
bool braid_is_active(void) { return __braid_state && (__braid_state->active || __braid_state->starting); }

bool braid_any_symbolic(const void *address, size_t bytes) { return bytes && __braid_any(address, bytes); }

/* The pass deals with the labels that the next seven are about; what is left to do is to give the value back. */
bool braid_value_symbolic(uint64_t value) {
  (void)value;
  return false;
}

uint64_t braid_concrete(uint64_t value, int reason) {
  (void)reason;
  return value;
}

size_t braid_concrete_length(size_t length, bool allocation) {
  (void)allocation;
  return length;
}

size_t braid_length_within(size_t length, const void *to, const void *from) {
  (void)to, (void)from;
  return length;
}

void *braid_concrete_address(const void *address, size_t bytes, bool write) {
  (void)bytes;
  (void)write;
  return (void *)address;
}

double braid_called_double(int op, double x, double y, double result) {
  (void)op, (void)x, (void)y;
  return result;
}

float braid_called_float(int op, float x, float y, float result) {
  (void)op, (void)x, (void)y;
  return result;
}

bool braid_result_is_used(void) { return !__braid_thread.caller || __braid_thread.caller->width; }

void braid_written(void *address, size_t bytes) { __braid_clear(address, bytes); }

void braid_copy_labels(void *to, const void *from, size_t bytes) { __braid_move(to, from, bytes); }
