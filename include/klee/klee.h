/* The functions of KLEE that programs call, so that a program written for KLEE can be compiled with braid-cc as
 * it is. What each means to Braid is said beside it; without an engine they do what KLEE's replay library does,
 * with zeros for input.
 *
 * Not here, because a native run cannot give them their meaning: klee_get_obj_size, klee_alias_function. */
#ifndef BRAID_KLEE_KLEE_H
#define BRAID_KLEE_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- input --- */
void klee_make_symbolic(void *memory, size_t bytes, const char *name);
int klee_int(const char *name);
/* begin <= result < end */
int klee_range(int begin, int end, const char *name);
/* 0 <= result < n */
uintptr_t klee_choose(uintptr_t n);

/* --- conditions --- */
void klee_assume(uintptr_t condition);
#define klee_assert(condition)                                                                                    \
  ((condition) ? (void)0 : klee_assert_fail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__))
__attribute__((noreturn)) void klee_assert_fail(const char *condition, const char *file, unsigned line,
                                                const char *function);

/* --- ends --- an error that is reported ends in abort, so that it is a finding everywhere. */
__attribute__((noreturn)) void klee_silent_exit(int status);
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message,
                                                 const char *suffix);

/* --- questions --- */
unsigned klee_is_symbolic(uintptr_t value);
/* 1 when the program runs on its own, 0 when it is being explored. */
unsigned klee_is_replay(void);
int klee_get_errno(void);

/* The value in this run, without what it depends on; recorded as a loss. */
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);

/* --- messages, on the standard error output --- */
void klee_warning(const char *message);
void klee_warning_once(const char *message);

/* --- memory --- makes these addresses usable, with zeros in them. */
void klee_define_fixed_object(void *address, size_t bytes);

/* --- no effect here: they steer KLEE's search, printing and checking --- */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_mark_global(void *object);
void klee_check_memory_access(const void *address, size_t bytes);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_set_forking(unsigned enable);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_stack_trace(void);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
