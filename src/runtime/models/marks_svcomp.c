/* The functions of the verification competition SV-COMP, except for __VERIFIER_assume (src/runtime/assume.c).
 * Its programs declare what they use, so there is no header. Each call of __VERIFIER_nondet_X is a new input;
 * the error function reach_error is always the program's own. */
#include "runtime/models/marks.h"

#include <pthread.h>

BRAID_MODEL_FILE;

#define NONDET(type, name) BRAID_MARK_RESULT(type, __VERIFIER_nondet_##name)

typedef unsigned long sector_t;

BRAID_MARK_TRUTH(__VERIFIER_nondet_bool)
BRAID_MARK_TRUTH(__VERIFIER_nondet__Bool)
BRAID_COMMON_MARKS(NONDET)
NONDET(unsigned, unsigned_int)
NONDET(__int128, int128)
NONDET(unsigned __int128, uint128)
NONDET(int8_t, s8)
NONDET(int16_t, s16)
NONDET(int32_t, s32)
NONDET(int64_t, s64)
NONDET(uint8_t, u8)
NONDET(uint8_t, unsigned_char)
NONDET(uint16_t, u16)
NONDET(uint32_t, u32)
NONDET(uint64_t, u64)
NONDET(long long, loff_t)
NONDET(sector_t, sector_t)
NONDET(pthread_t, pthread_t)
NONDET(void *, pointer)
NONDET(char *, pchar)
NONDET(char *, charp)
NONDET(const char *, const_char_pointer)

void __VERIFIER_nondet_memory(void *memory, size_t bytes);
BRAID_MARK(void, __VERIFIER_nondet_memory, (void *memory, size_t bytes)) {
  braid_mark_memory(memory, bytes, "__VERIFIER_nondet_memory");
}

__attribute__((noreturn)) void __VERIFIER_error(void);
BRAID_MARK(void, __VERIFIER_error, (void)) { braid_mark_failed("__VERIFIER_error", 0, "", "error", "reached"); }

/* Runs are not interleaved with anything, so every piece of code is atomic already. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
BRAID_MARK(void, __VERIFIER_atomic_begin, (void)) {}
BRAID_MARK(void, __VERIFIER_atomic_end, (void)) {}
