/* One run: from the first instruction of main, or of the first constructor, to the end, however the program gets
 * there.
 *
 * The end comes through exit (or the return from main), after everything the program wants to do on its way
 * out. A function registered with on_exit learns the status; the last entry of the executable's table of
 * destructors marks that these are done. Which of the two comes first depends on whether the runtime was opened
 * by the executable or, earlier, by a shared library; after both, the run has ended. Endings that skip all of
 * that (_exit, a full table, a broken assumption) come through braid_run_end. Signals need nothing: whoever
 * waits for the process sees them, and the trace is whole at every moment. But to be killed costs a process, and
 * failed assertions are what many programs under test end with: abort, where nobody handles it, is such an end too
 * as long as the process can be kept, and leaves the trace as the signal would.
 *
 * Processes that the program forks are not recorded: they lose their connection at once. A process made by
 * vfork borrows our memory, so everything that ends a run compares process ids. */
#define _GNU_SOURCE
#include "runtime/crash.h"
#include "runtime/descriptors.h"
#include "runtime/kernel_state.h"
#include "runtime/lock.h"
#include "runtime/session.h"
#include "runtime/snapshot.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Runs in one process before a new one takes over, whatever its state: a bound on slow leaks of any kind. */
#define MAX_RESTARTS 20000u

extern int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *library)
    __attribute__((weak));

static bool is_recorded(void) {
  return __braid_state && __braid_state->active && BRAID_SYSTEM(getpid) == braid_the_session->process;
}

/* --- obstacles to a restart --- */

void braid_cannot_restart(const char *what) {
  braid_session *session = braid_the_session;
  if (!session || BRAID_SYSTEM(getpid) != session->process)
    return;
  session->fork_instead = true;
  braid_trace *trace = __braid_state->trace;
  if (trace->obstacle[0])
    return;
  uint32_t length = 0;
  for (; length + 1 < sizeof trace->obstacle && what[length]; length++)
    trace->obstacle[length] = what[length];
  trace->obstacle[length] = 0;
}

/* --- begin --- */

_Noreturn void braid_run_begin(void) {
  braid_state *state = __braid_state;
  braid_session *session = braid_the_session;
  braid_trace *trace = state->trace;
  if (session->restarts == 0)
    trace->node_count = 1; /* the nodes are another process's; the table here is empty */
  braid_tables_reset();
  trace->process = (uint32_t)session->process;
  trace->restarts = session->restarts;
  trace->message[0] = 0;
  state->threads = false;
  state->unit_count = session->unit_count;
  state->latest_unit = 0;
  trace->site_count = session->site_count;
  trace->case_count = session->case_count;
  trace->string_bytes = session->string_bytes;
  trace->way_count = session->way_count;
  trace->edge_count = session->edge_count;
  trace->late_sites = session->site_count;
  if (session->restarts >= MAX_RESTARTS)
    session->fork_instead = true;
  session->exit_called = session->destructors_done = false;
  session->signal = 0;
  braid_descriptors_rewind();
  trace->crash_count = 0;
  if (trace->diagnose) {
    session->fork_instead = true; /* handlers stay */
    braid_crash_watch();
  }
  braid_merging_begin();
  state->active = true; /* now already, because there may be no room for the input */
  braid_inputs_begin(session->argc, session->argv, session->environment);
  braid_context_resume(&session->start);
}

/* --- end --- */

static void record_end(uint32_t end, int status) {
  braid_state *state = __braid_state;
  if (__braid_thread.ret_tag && end == BRAID_END_EXIT) /* the last result that nobody took */
    __braid_unclaimed();
  if (state->trace->end == BRAID_END_NONE) {
    state->trace->exit_status = status;
    state->trace->end = end; /* before the event: a full table must not end the run a second time */
    bool entered = braid_enter();
    braid_writer_event(&state->writer, (braid_event){BRAID_EVENT_END, 0, 0, 0, (uint32_t)status, end});
    if (entered)
      braid_leave();
  }
  state->active = false;
  braid_the_session->status = status;
}

static bool goes_on(void) {
  return braid_the_session->restart && !braid_the_session->fork_instead && !__braid_state->threads;
}

_Noreturn void braid_run_end(uint32_t end, int status) {
  if (is_recorded()) {
    record_end(end, status);
    if (goes_on())
      braid_restart();
  } else if (__braid_state && !braid_the_session->started) {
    __braid_state->trace->end = end; /* the engine learns why there will be no server */
  }
  braid_quit(status);
}

static bool has_handler(int signal) {
  struct { /* as the kernel wants it */
    void (*handler)(int);
    uint64_t flags;
    void (*restorer)(void);
    uint64_t mask;
  } action = {0};
  return BRAID_SYSTEM(rt_sigaction, signal, 0, &action, sizeof action.mask) != 0 ||
         (action.handler != SIG_DFL && action.handler != SIG_IGN);
}

/* Where a header of the system calls it, who called that is of interest, and a run that looks for it (crash.c). */
static bool is_of_the_program(const braid_site_desc *site) {
  static const char *const folders[] = {"/usr/include/", "/usr/lib/"};
  if (!site || site->in_model || !site->file || !*site->file || site->line == 0)
    return false;
  for (uint32_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    const char *file = site->file, *folder = folders[i];
    while (*folder && *file == *folder) {
      file++;
      folder++;
    }
    if (!*folder)
      return false;
  }
  return true;
}

void braid_run_abort(uintptr_t caller) {
  if (!is_recorded() || has_handler(SIGABRT))
    return;
  if (is_of_the_program(__braid_thread.caller))
    braid_crash_note(caller);
  if (!goes_on())
    return;
  __braid_state->active = false;
  braid_the_session->signal = SIGABRT;
  braid_restart();
}

/* After the program's last function; where this returns, the process ends by itself. */
static void finish(void) {
  record_end(BRAID_END_EXIT, braid_the_session->status);
  if (goes_on()) {
    fflush(NULL);
    braid_restart();
  }
}

static void at_exit(int status, void *unused) {
  (void)unused;
  if (!is_recorded())
    return;
  braid_the_session->status = status;
  braid_the_session->exit_called = true;
  if (braid_the_session->destructors_done)
    finish();
}

/* What is registered now is called as soon as all destructors are done, also those of libraries. */
static void after_destructors(void) {
  if (!is_recorded())
    return;
  braid_the_session->destructors_done = true;
  if (braid_the_session->exit_called && on_exit(at_exit, NULL) != 0)
    finish();
}

/* The first entry of the table is called last. */
__attribute__((used, section(".fini_array.00000"))) static void (*const last_destructor)(void) = after_destructors;

/* --- processes that the program forks --- */

/* Where the program said so; null: in code that is not instrumented. */
static _Thread_local const braid_site_desc *place_of_fork;

void braid_process_starts(void) {
  const braid_site_desc *site = __braid_thread.caller;
  place_of_fork = site && !site->in_model ? site : NULL;
}

static void in_parent(void) {
  const braid_site_desc *site = place_of_fork;
  place_of_fork = NULL;
  if (!braid_enter())
    return;
  braid_event_add(BRAID_EVENT_FORK, 0, 0, site, 0, 0);
  braid_leave();
  braid_cannot_restart("fork");
}

static void in_child(void) {
  braid_state *state = __braid_state;
  if (!state->active)
    return;
  state->active = false;
  BRAID_SYSTEM(close, state->command_descriptor);
  BRAID_SYSTEM(close, state->status_descriptor);
  braid_kernel_forget();
  braid_snapshot_forget();
}

void braid_run_open(void) {
  on_exit(at_exit, NULL);
  if (__register_atfork)
    __register_atfork(NULL, in_parent, in_child, NULL);
}
