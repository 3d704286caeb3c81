/* Assumptions: an input for which one does not hold is of no interest, and the run ends.
 *
 * The pass records the condition with its label (__braid_assumed) before it calls one of these functions, so
 * that the engine can look for inputs that satisfy it. They are not instrumented themselves: the test below
 * must not become a decision of the program.
 *
 * Without an engine there is nothing to end but the program. It says why and exits with status 1, which is
 * what KLEE's replay library does, too. All are weak: a program that brings its own keeps it. */
#include "runtime/core.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WEAK __attribute__((weak, visibility("default")))

static void say(const char *text) {
  if (write(STDERR_FILENO, text, strlen(text)) < 0)
    return; /* nobody listens */
}

static void assume(const char *function, bool holds) {
  if (holds)
    return;
  if (braid_is_active())
    braid_run_end(BRAID_END_ASSUME, 0);
  say(function);
  say(": the assumption does not hold for this input\n");
  exit(1);
}

void braid_assume(int condition);
void klee_assume(uintptr_t condition);
void __VERIFIER_assume(int condition);
void __CPROVER_assume(_Bool condition);

WEAK void braid_assume(int condition) { assume("braid_assume", condition != 0); }
WEAK void klee_assume(uintptr_t condition) { assume("klee_assume", condition != 0); }
WEAK void __VERIFIER_assume(int condition) { assume("__VERIFIER_assume", condition != 0); }
WEAK void __CPROVER_assume(_Bool condition) { assume("__CPROVER_assume", condition); }
