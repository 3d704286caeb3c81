/* Where a fatal signal strikes: for runs that the engine makes once more in order to know. (Where the program
 * calls abort, one place is known without that.)
 *
 * Only then are there handlers for signals that the program itself has none for. A handler writes the calls that
 * are under way into the trace, as offsets in the program's file, and lets the signal have its usual effect. */
#define _GNU_SOURCE
#include "runtime/crash.h"

#include "runtime/core.h"
#include "runtime/session.h"

#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};

static uintptr_t code_begin, code_end, code_base;

/* The first object is the program. */
static int find_program(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  code_base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type == PT_LOAD && (part->p_flags & PF_X)) {
      code_begin = code_base + part->p_vaddr;
      code_end = code_begin + part->p_memsz;
    }
  }
  return 1;
}

static void keep(uintptr_t place) {
  braid_trace *trace = __braid_state->trace;
  if (place >= code_begin && place < code_end && trace->crash_count < BRAID_CRASH_CALLS)
    trace->crash[trace->crash_count++] = place - code_base;
}

static void record(int number, siginfo_t *info, void *context) {
  const greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  /* Whoever overwrote the stack may have left nothing there that could be followed: the place itself comes first,
   * and another fault ends the run. */
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    signal(signals[i], SIG_DFL);
  __braid_state->trace->crash_count = 0;
  keep((uintptr_t)registers[REG_RIP]);
  /* A call to where no code is: who called cannot be found by what debuggers know of the code there, but has just
   * left the place to return to. */
  if (number == SIGSEGV && (uintptr_t)info->si_addr == (uintptr_t)registers[REG_RIP])
    keep(*(const uintptr_t *)registers[REG_RSP] - 1);
  void *calls[64];
  int count = backtrace(calls, 64);
  /* This function, the return from it and the place of the signal come first. Behind them are return addresses,
   * which may be those of another line: a byte before is in the call. */
  for (int i = 3; i < count; i++)
    keep((uintptr_t)calls[i] - 1);
  /* A fault happens again; what somebody sent has to be sent again. */
  raise(number);
}

void braid_crash_note(uintptr_t caller) {
  dl_iterate_phdr(find_program, NULL);
  __braid_state->trace->crash_count = 0;
  keep(caller - 1);
}

static char other_stack[64 << 10]; /* the signal may be about the stack itself */

void braid_crash_watch(void) {
  void *ignored[4];
  backtrace(ignored, 4); /* loads what it needs, which a handler must not */
  dl_iterate_phdr(find_program, NULL);
  stack_t stack = {.ss_sp = other_stack, .ss_flags = 0, .ss_size = sizeof other_stack};
  sigaltstack(&stack, NULL);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction before;
    if (sigaction(signals[i], NULL, &before) != 0 || before.sa_handler != SIG_DFL)
      continue;
    struct sigaction ours = {.sa_sigaction = record, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaction(signals[i], &ours, NULL);
  }
}
