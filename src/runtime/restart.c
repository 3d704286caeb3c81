/* The same process again: everything is put back to the moment before the first run, memory by snapshot.c and
 * the kernel's side by kernel_state.c, and the program continues from there with the next input. That takes a
 * few microseconds where a fork takes a hundred.
 *
 * The order matters. First all signals are blocked, so that no handler of the program runs on memory of two
 * times; then the stack is left, because it is put back too; then the kernel's side, which can still say that
 * there is an obstacle; memory last. */
#include "runtime/context.h"
#include "runtime/kernel_state.h"
#include "runtime/session.h"
#include "runtime/snapshot.h"

#include <signal.h>
#include <time.h>

#define STACK_BYTES (64ul << 10)

typedef struct moment {
  braid_context context;
  uint8_t stack[STACK_BYTES];
} moment;

static moment *the_moment;

static void set_signal_mask(uint64_t mask) { BRAID_SYSTEM(rt_sigprocmask, SIG_SETMASK, &mask, 0, sizeof mask); }

static const char *keep(void) {
  braid_figures figures;
  const char *obstacle = braid_snapshot_take();
  if (!obstacle)
    obstacle = braid_kernel_keep(&figures);
  if (!obstacle)
    braid_snapshot_expect(figures.address_space);
  return obstacle;
}

__attribute__((noinline)) void braid_restart_keep(void) {
  the_moment = braid_snapshot_memory(sizeof *the_moment);
  if (!the_moment) {
    braid_cannot_restart("no memory for the runtime");
    return;
  }
  if (braid_context_save(&the_moment->context) != 0)
    return;
  const char *obstacle = keep();
  if (obstacle)
    braid_cannot_restart(obstacle);
}

static const char *put_back(void) {
  braid_figures figures;
  if (!braid_snapshot_put_heap_back())
    return "the heap cannot be made as large as it was";
  const char *obstacle = braid_kernel_put_back(&figures);
  return obstacle ? obstacle : braid_snapshot_put_back(figures.address_space);
}

static uint64_t cpu_nanoseconds(void) {
  struct timespec used = {0, 0};
  BRAID_SYSTEM(clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &used);
  return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}

static void go_on(void) {
  braid_session *session = braid_the_session;
  const char *obstacle = put_back();
  if (obstacle) {
    braid_cannot_restart(obstacle);
    braid_quit(session->status);
  }
  braid_message command;
  if (!braid_say(BRAID_STATUS_PAUSED, session->status & 0xff, session->run, cpu_nanoseconds()))
    braid_quit(session->status);
  if (!braid_listen(&command) || command.kind != BRAID_COMMAND_RUN_RESTART)
    braid_quit(0);
  session->run = command.run;
  session->restarts++;
  session->fork_instead = braid_snapshot_worn();
  set_signal_mask(session->signals);
  braid_context_resume(&the_moment->context);
}

_Noreturn void braid_restart(void) {
  set_signal_mask(BRAID_ALL_SIGNALS);
  braid_context_switch(the_moment->stack + STACK_BYTES, go_on);
}
