/* What model.h promises, for a program in which nothing has a label and nothing is recorded. */
#include "runtime/core.h"
#include "runtime/input.h"
#include "runtime/replay/values.h"

#include <unistd.h>

bool braid_is_active(void) { return false; }

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
  (void)bytes, (void)write;
  return (void *)address;
}

void braid_written(void *address, size_t bytes) { (void)address, (void)bytes; }

void braid_copy_labels(void *to, const void *from, size_t bytes) { (void)from, braid_set_values(to, bytes); }

void braid_label_input(void *to, int source, uint64_t offset, size_t bytes) {
  (void)source, (void)offset, braid_set_values(to, bytes);
}

void braid_cannot_restart(const char *what) { (void)what; }

ssize_t __braid_model_read(int descriptor, void *buffer, size_t bytes);
ssize_t __braid_model_read(int descriptor, void *buffer, size_t bytes) { return read(descriptor, buffer, bytes); }

/* There is no record to close: the process is all there is to end. */
void braid_run_end(uint32_t end, int status) {
  (void)end;
  _exit(status);
}

void braid_abort(const void *caller) { (void)caller; }
