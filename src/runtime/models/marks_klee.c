/* The functions of klee/klee.h, except for klee_assume (src/runtime/assume.c). */
#define _GNU_SOURCE
#include "runtime/models/marks.h"

#include <errno.h>
#include <klee/klee.h>
#include <string.h>
#include <sys/mman.h>

BRAID_MODEL_FILE;

/* --- input --- */

BRAID_MARK(void, klee_make_symbolic, (void *memory, size_t bytes, const char *name)) {
  braid_mark_memory(memory, bytes, name);
}

BRAID_MARK(int, klee_int, (const char *name)) {
  int value;
  braid_make_symbolic(&value, sizeof value, name, BRAID_SOURCE_MARK);
  return value;
}

BRAID_MARK(int, klee_range, (int begin, int end, const char *name)) {
  if (begin >= end)
    braid_mark_failed("klee_range", 0, "", "invalid range", name ? name : "unnamed");
  if (begin + 1 == end)
    return begin;
  int value = begin <= 0 && 0 < end ? 0 : begin;
  braid_make_symbolic_from(&value, sizeof value, name, BRAID_SOURCE_MARK);
  klee_assume(value >= begin);
  klee_assume(value < end);
  return value;
}

BRAID_MARK(uintptr_t, klee_choose, (uintptr_t n)) {
  uintptr_t value;
  braid_make_symbolic(&value, sizeof value, "klee_choose", BRAID_SOURCE_MARK);
  klee_assume(value < n);
  return value;
}

/* --- ends --- */

BRAID_MARK(void, klee_assert_fail,
           (const char *condition, const char *file, unsigned line, const char *function)) {
  braid_mark_failed(file, (int)line, function, "assertion failed", condition);
}

BRAID_MARK(void, klee_silent_exit, (int status)) { exit(status); }

BRAID_MARK(void, klee_abort, (void)) {
  braid_abort(__builtin_return_address(0));
  abort();
}

BRAID_MARK(void, klee_report_error, (const char *file, int line, const char *message, const char *suffix)) {
  braid_mark_failed(file, line, "", suffix, message);
}

/* --- questions --- */

BRAID_MARK(unsigned, klee_is_symbolic, (uintptr_t value)) { return braid_value_symbolic(value); }

BRAID_MARK(unsigned, klee_is_replay, (void)) { return !braid_is_active(); }

BRAID_MARK(int, klee_get_errno, (void)) { return errno; }

BRAID_MARK(float, klee_get_valuef, (float value)) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  bits = (uint32_t)braid_concrete(bits, BRAID_LOST_MODEL);
  __builtin_memcpy(&value, &bits, sizeof bits);
  return value;
}

BRAID_MARK(double, klee_get_valued, (double value)) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  bits = braid_concrete(bits, BRAID_LOST_MODEL);
  __builtin_memcpy(&value, &bits, sizeof bits);
  return value;
}

BRAID_MARK(long, klee_get_valuel, (long value)) { return (long)braid_concrete((uint64_t)value, BRAID_LOST_MODEL); }

BRAID_MARK(long long, klee_get_valuell, (long long value)) {
  return (long long)braid_concrete((uint64_t)value, BRAID_LOST_MODEL);
}

BRAID_MARK(int32_t, klee_get_value_i32, (int32_t value)) {
  return (int32_t)braid_concrete((uint32_t)value, BRAID_LOST_MODEL);
}

BRAID_MARK(int64_t, klee_get_value_i64, (int64_t value)) {
  return (int64_t)braid_concrete((uint64_t)value, BRAID_LOST_MODEL);
}

/* --- messages --- */

BRAID_MARK(void, klee_warning, (const char *message)) { dprintf(STDERR_FILENO, "KLEE: WARNING: %s\n", message); }

/* Once for each text; a program with more than a few of them may repeat itself. */
BRAID_MARK(void, klee_warning_once, (const char *message)) {
  static const char *said[32];
  static unsigned count;
  for (unsigned i = 0; i < count; i++)
    if (said[i] == message || strcmp(said[i], message) == 0)
      return;
  if (count < sizeof said / sizeof *said)
    said[count++] = message;
  klee_warning(message);
}

/* --- memory --- */

BRAID_MARK(void, klee_define_fixed_object, (void *address, size_t bytes)) {
  uintptr_t first = (uintptr_t)address & ~(uintptr_t)4095;
  uintptr_t end = ((uintptr_t)address + bytes + 4095) & ~(uintptr_t)4095;
  for (uintptr_t page = first; page < end; page += 4096)
    if (mmap((void *)page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
             0) == MAP_FAILED &&
        errno != EEXIST)
      braid_mark_failed("klee_define_fixed_object", 0, "", "cannot map", strerror(errno));
  braid_cannot_restart("klee_define_fixed_object");
  memset(address, 0, bytes);
  braid_written(address, bytes);
}

/* --- no effect --- */

BRAID_MARK(void, klee_prefer_cex, (void *object, uintptr_t condition)) { (void)object, (void)condition; }
BRAID_MARK(void, klee_posix_prefer_cex, (void *object, uintptr_t condition)) { (void)object, (void)condition; }
BRAID_MARK(void, klee_mark_global, (void *object)) { (void)object; }
BRAID_MARK(void, klee_check_memory_access, (const void *address, size_t bytes)) { (void)address, (void)bytes; }
BRAID_MARK(void, klee_print_expr, (const char *message, ...)) { (void)message; }
BRAID_MARK(void, klee_print_range, (const char *name, int value)) { (void)name, (void)value; }
BRAID_MARK(void, klee_set_forking, (unsigned enable)) { (void)enable; }
BRAID_MARK(void, klee_open_merge, (void)) {}
BRAID_MARK(void, klee_close_merge, (void)) {}
BRAID_MARK(void, klee_stack_trace, (void)) {}
