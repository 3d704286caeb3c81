/* Saying to Braid what is input and what must hold, from inside the program.
 *
 *     #include <braid.h>
 *
 *     int main(void) {
 *       int side[3];
 *       BRAID_SYMBOLIC(side);
 *       braid_assume(side[0] > 0);
 *       int kind = classify(side[0], side[1], side[2]);
 *       braid_assert(kind >= 0);
 *     }
 *
 * Compiled with braid-cc and run by Braid (braid trace ./prog), the record shows which decisions depended on the
 * marked bytes, and how. They start as zeros, also if the program is started in any other way.
 *
 * All functions are plain C. A program that defines a function of the same name keeps its own. */
#ifndef BRAID_H
#define BRAID_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* These bytes are input from now on. They may be any part of any object. The name is for people: it appears in
 * reports and tests; marks with the same name are told apart by a number. */
void braid_symbolic(void *memory, size_t bytes, const char *name);

/* A whole variable, named like itself. */
#define BRAID_SYMBOLIC(variable) braid_symbolic(&(variable), sizeof(variable), #variable)

/* A new input with begin <= result < end. */
int braid_range(int begin, int end, const char *name);

/* Inputs for which the condition is false are of no interest: the run ends here, and is no finding. */
void braid_assume(int condition);
#define braid_assume(condition) (braid_assume)(!!(condition))

/* Inputs for which the condition is false are findings: the program says so and aborts. Unlike assert, it is
 * there in every build. */
#define braid_assert(condition)                                                                                   \
  ((condition) ? (void)0 : braid_assert_failed(#condition, __FILE__, __LINE__, __func__))
__attribute__((noreturn)) void braid_assert_failed(const char *condition, const char *file, int line,
                                                   const char *function);

/* 1 if the value depends on input in this run. */
int braid_is_symbolic(uint64_t value);

/* 1 if Braid is running the program, 0 if it runs on its own. */
int braid_is_exploring(void);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
