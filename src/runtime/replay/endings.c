/* A program may handle its crashes itself: it installs a handler for SIGSEGV that says sorry and calls exit. The
 * sanitizer, which lets the program's handlers win, says nothing then, and from outside the run looks like any
 * other. So builds for proofs are linked with --wrap for the functions that end a process, and a line says so if
 * one is called in a handler of a signal. What it was is found by another run, in which the sanitizer keeps its
 * own handlers (src/proof/prover.cpp). Programs that go on after their handler are none of this. */
#include "runtime/replay/reports.h"

#include <unwind.h>

static _Unwind_Reason_Code look_at(struct _Unwind_Context *context, void *is_in_handler) {
  int is_interrupted = 0; /* by a signal, where it was */
  if (_Unwind_GetIPInfo(context, &is_interrupted) == 0)
    return _URC_END_OF_STACK;
  *(int *)is_in_handler |= is_interrupted;
  return is_interrupted ? _URC_END_OF_STACK : _URC_NO_REASON;
}

static void tell_handler(void) {
  int is_in_handler = 0;
  _Unwind_Backtrace(look_at, &is_in_handler);
  if (is_in_handler)
    braid_report("\nbraid: the program ends in a handler of a signal\n");
}

#define ENDING(name)                                                                                              \
  _Noreturn void __real_##name(int status);                                                                       \
  _Noreturn void __wrap_##name(int status);                                                                       \
  _Noreturn void __wrap_##name(int status) {                                                                      \
    tell_handler();                                                                                               \
    __real_##name(status);                                                                                        \
  }
ENDING(exit)
ENDING(_exit)
ENDING(_Exit)
ENDING(quick_exit)
