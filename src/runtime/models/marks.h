/* What the families of marks share. A mark is compiled with our instrumentation, so that the variable it returns
 * keeps its label. It has its own name and that of a model: calls from instrumented code come through the
 * second, and then the place of the call is known. */
#ifndef BRAID_RUNTIME_MODELS_MARKS_H
#define BRAID_RUNTIME_MODELS_MARKS_H

#include "runtime/input.h"
#include "runtime/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Weak: a program that defines the function keeps its own. */
#define BRAID_MARK(result, name, parameters)                                                                      \
  __attribute__((weak, visibility("default"))) result name parameters;                                            \
  __attribute__((weak, visibility("default"), alias(#name))) result __braid_model_##name parameters;              \
  result name parameters

/* A function without parameters that returns a new input of the type. Programs declare these functions themselves,
 * some with int where the type is smaller, so the whole register has to be right: what is returned is as wide as
 * an int. */
#define BRAID_MARK_RESULT(type, name)                                                                             \
  BRAID_MARK(__typeof__(1 ? (type)0 : (type)0), name, (void)) {                                                   \
    type value;                                                                                                   \
    braid_make_symbolic(&value, sizeof value, #name, BRAID_SOURCE_MARK);                                          \
    return value;                                                                                                 \
  }

/* The same for bool, of which any byte of input makes a proper one. */
#define BRAID_MARK_TRUTH(name)                                                                                    \
  BRAID_MARK(int, name, (void)) {                                                                                 \
    unsigned char value;                                                                                          \
    braid_make_symbolic(&value, sizeof value, #name, BRAID_SOURCE_MARK);                                          \
    return value != 0;                                                                                            \
  }

/* MARK(type, name) for the types whose names the families agree on. */
#define BRAID_COMMON_MARKS(MARK)                                                                                  \
  MARK(char, char)                                                                                                \
  MARK(signed char, schar)                                                                                        \
  MARK(unsigned char, uchar)                                                                                      \
  MARK(short, short)                                                                                              \
  MARK(unsigned short, ushort)                                                                                    \
  MARK(int, int)                                                                                                  \
  MARK(unsigned, uint)                                                                                            \
  MARK(unsigned, unsigned)                                                                                        \
  MARK(long, long)                                                                                                \
  MARK(unsigned long, ulong)                                                                                      \
  MARK(long long, longlong)                                                                                       \
  MARK(unsigned long long, ulonglong)                                                                             \
  MARK(float, float)                                                                                              \
  MARK(double, double)                                                                                            \
  MARK(size_t, size_t)

static inline void braid_mark_memory(void *memory, size_t bytes, const char *name) {
  bytes = braid_concrete_length(bytes, false);
  braid_make_symbolic(braid_concrete_address(memory, bytes, true), bytes, name, BRAID_SOURCE_MARK);
}

/* Not through the program's own buffers: what it has not yet written stays where it is. */
__attribute__((noreturn, always_inline)) static inline void
braid_mark_failed(const char *file, int line, const char *function, const char *what, const char *condition) {
  dprintf(STDERR_FILENO, "%s:%d: %s%s%s: %s\n", file, line, function, *function ? ": " : "", what, condition);
  braid_abort(__builtin_return_address(0));
  abort();
}

#endif
