/* The same process again: everything is put back to the moment before the first run, memory by snapshot.c and
 * the kernel's side by kernel_state.c, and the program continues from there with the next input. That takes a
 * few microseconds where a fork takes a hundred.
 *
 * The order matters. First all signals are blocked, so that no handler of the program runs on memory of two
 * times; then the stack is left, because it is put back too; then the kernel's side, which can still say that
 * there is an obstacle; memory last. A fault on the way (memory that the program has made unwritable) is an
 * obstacle like any other: the run is over and its status is known. */
#include "runtime/descriptors.h"
#include "runtime/kernel_state.h"
#include "runtime/session.h"
#include "runtime/snapshot.h"

#include <signal.h>

/* As the kernel wants it. */
typedef struct kernel_action {
  void (*handler)(int);
  uint64_t flags;
  void (*restorer)(void);
  uint64_t mask;
} kernel_action;

#define NEEDS_RESTORER 0x04000000ul

static void set_signal_mask(uint64_t mask) { BRAID_SYSTEM(rt_sigprocmask, SIG_SETMASK, &mask, 0, sizeof mask); }

/* Memory last: the copy must hold what the other parts have set up. */
static const char *keep(void) {
  const char *obstacle = braid_descriptors_obstacle();
  if (!obstacle)
    obstacle = braid_kernel_keep();
  if (!obstacle)
    obstacle = braid_snapshot_take();
  if (!obstacle)
    braid_descriptors_count();
  return obstacle;
}

void braid_restart_keep(void) {
  braid_figures figures;
  const char *obstacle = keep();
  if (obstacle)
    braid_cannot_restart(obstacle);
  else if (braid_figures_read(&figures))
    braid_snapshot_expect(figures.address_space);
}

/* The process ends as the run did. */
static _Noreturn void give_up(const char *obstacle) {
  const kernel_action usual = {0};
  const int signal = braid_the_session->signal;
  braid_cannot_restart(obstacle);
  if (signal != 0) {
    BRAID_SYSTEM(rt_sigaction, signal, &usual, 0, sizeof usual.mask);
    BRAID_SYSTEM(kill, braid_the_session->process, signal);
    set_signal_mask(BRAID_ALL_SIGNALS & ~(1ull << (signal - 1)));
  }
  braid_quit(braid_the_session->status);
}

static void on_fault(int signal) {
  (void)signal;
  give_up("memory cannot be put back");
}

static void never_returns(void) {}

static const char *put_memory_back(const braid_figures *figures, braid_usage *usage) {
  const kernel_action action = {on_fault, NEEDS_RESTORER, never_returns, BRAID_ALL_SIGNALS};
  kernel_action segmentation, bus;
  BRAID_SYSTEM(rt_sigaction, SIGSEGV, &action, &segmentation, sizeof action.mask);
  BRAID_SYSTEM(rt_sigaction, SIGBUS, &action, &bus, sizeof action.mask);
  const char *obstacle = braid_snapshot_put_back(figures, usage);
  BRAID_SYSTEM(rt_sigaction, SIGSEGV, &segmentation, 0, sizeof action.mask);
  BRAID_SYSTEM(rt_sigaction, SIGBUS, &bus, 0, sizeof action.mask);
  return obstacle;
}

static const char *put_back(braid_usage *usage) {
  braid_figures figures;
  if (!braid_snapshot_put_heap_back())
    return "the heap cannot be made as large as it was";
  const char *obstacle = braid_descriptors_put_back();
  if (!obstacle)
    obstacle = braid_kernel_put_back(&figures);
  return obstacle ? obstacle : put_memory_back(&figures, usage);
}

/* On the session's stack. */
static void go_on(void) {
  braid_session *session = braid_the_session;
  braid_usage usage;
  const char *obstacle = put_back(&usage);
  if (obstacle)
    give_up(obstacle);
  braid_message command;
  const int32_t end = session->signal ? session->signal << 8 : session->status & 0xff;
  if (!braid_say(BRAID_STATUS_PAUSED, end, session->run, usage.cpu_nanoseconds))
    braid_quit(session->status);
  do
    if (!braid_listen(&command) || command.kind != BRAID_COMMAND_RUN_RESTART)
      braid_quit(0);
  while (command.run == session->run);
  session->run = command.run;
  session->restarts++;
  session->fork_instead = braid_snapshot_worn();
  set_signal_mask(session->signals);
  braid_run_begin();
}

_Noreturn void braid_restart(void) {
  set_signal_mask(BRAID_ALL_SIGNALS & ~(1ull << (SIGSEGV - 1) | 1ull << (SIGBUS - 1)));
  braid_context_switch(braid_the_session->stack + sizeof braid_the_session->stack, go_on);
}
