/* The program's side of trace/control.h. The process that the engine started stops at the first instruction of
 * main and becomes a server: it makes a child for each run, waits for it, cleans up after it and tells the
 * engine. All work of starting the program (loading, linking, constructors) is done once. If constructors read
 * input (early.c) it stops before them, and they belong to the run.
 *
 * The server must outlive whatever its children do. It blocks all signals; each child is a process group of
 * its own, so that a signal to "the group" does not reach the server, and so that what a child leaves running
 * can be killed with it; the server adopts processes that were detached from their parents, and kills them
 * too. If the engine goes away, the pipe of commands closes and everything ends. */
#define _GNU_SOURCE
#include "runtime/descriptors.h"
#include "runtime/mappings.h"
#include "runtime/repeats.h"
#include "runtime/session.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Fork without the functions that the program registered for its own forks; not in every C library. */
extern pid_t _Fork(void) __attribute__((weak));
extern void *__libc_malloc(size_t) __attribute__((weak));
extern void __libc_free(void *) __attribute__((weak));

/* Large blocks from the heap instead of mappings of their own, and a heap that is there before the first run:
 * then the memory of a run can be put back without looking for it. Done for forked runs too, so that a program
 * behaves the same either way. What nearly every run needs of the runtime is made ready here too, and not by each
 * child: changing the protection of memory costs as much as all else that a short run does. */
static void settle_heap(void) {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
  mallopt(M_TOP_PAD, 512 << 10);
  if (!__libc_malloc || !__libc_free)
    return;
  void *block = __libc_malloc(256 << 10);
  braid_shadow_prepare(block);
  braid_blocks_prepare(block);
  __libc_free(block);
}

static void kill_child(int child) {
  BRAID_SYSTEM(kill, -child, SIGKILL);
  BRAID_SYSTEM(kill, child, SIGKILL);
}

/* How long somebody who waits for a run has not seen it end. */
typedef struct patience {
  uint64_t run;
  uint32_t looks;
} patience;

/* Called three times a second. A run that is still the same and has not ended may be one that never does; it is
 * looked at early, and once more when it has had time to get to where it stays. */
static bool never_ends(int child, patience *patience) {
  const volatile braid_trace *trace = __braid_state->trace;
  if (trace->run != patience->run || trace->end != BRAID_END_NONE) {
    patience->run = trace->run;
    patience->looks = 0;
    return false;
  }
  patience->looks++;
  if (patience->looks != 1 && patience->looks != 6)
    return false;
  braid_aside asides[BRAID_MAX_OWN + 1];
  const uint32_t count = braid_own_mappings_of(child, asides);
  asides[count] = (braid_aside){(uintptr_t)trace, (uintptr_t)trace + ((trace->total_bytes + 4095) & ~4095ull)};
  return count != 0 && braid_repeats(child, SIGKILL, asides, count + 1);
}

/* Returns when the child has ended, or is about to because it would never have: then true. Does not return if the
 * engine goes away first. */
static bool wait_for_end(int child) {
  long handle = BRAID_SYSTEM(pidfd_open, child, 0);
  if (handle < 0)
    return false; /* an old kernel: the caller waits, without noticing that the engine is gone */
  struct pollfd either[2] = {{(int)handle, POLLIN, 0}, {__braid_state->command_descriptor, 0, 0}};
  patience patience = {0, 0};
  bool repeats = false;
  while (!either[0].revents && !repeats) {
    const long ready = BRAID_SYSTEM(poll, either, 2, 330);
    if (!either[0].revents && either[1].revents) {
      kill_child(child);
      braid_quit(0);
    }
    repeats = ready == 0 && never_ends(child, &patience);
  }
  if (repeats)
    kill_child(child);
  BRAID_SYSTEM(close, handle);
  return repeats;
}

/* Kills every process that is a child of this one now. False if none could be found. */
static bool kill_children(void) {
  char list[4096];
  long file = BRAID_SYSTEM(openat, AT_FDCWD, "/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  long bytes = file < 0 ? 0 : BRAID_SYSTEM(read, file, list, sizeof list);
  if (file >= 0)
    BRAID_SYSTEM(close, file);
  int process = 0;
  bool found = false;
  for (long i = 0; i < bytes; i++)
    if (list[i] >= '0' && list[i] <= '9')
      process = process * 10 + (list[i] - '0');
    else if (process) {
      found = BRAID_SYSTEM(kill, process, SIGKILL) == 0 || found;
      process = 0;
    }
  return found;
}

/* Descendants of the run that have left its process group: the server adopted them when their parents ended. */
static void sweep(void) {
  for (int attempt = 0; attempt < 1000; attempt++) {
    long process = BRAID_SYSTEM(wait4, -1, 0, WNOHANG, 0);
    if (process < 0 || (process == 0 && !kill_children()))
      return;
    if (process == 0)
      BRAID_SYSTEM(wait4, -1, 0, 0, 0);
  }
}

static uint64_t nanoseconds(struct timeval time) {
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_usec * 1000u;
}

static void watch(int child, uint64_t run, bool sweeping) {
  siginfo_t information;
  struct rusage usage = {0};
  int status = 0;
  const bool repeats = wait_for_end(child);
  /* While the child is not collected its number cannot be given to another process group. */
  BRAID_SYSTEM(waitid, P_PID, child, &information, WEXITED | WNOWAIT, 0);
  BRAID_SYSTEM(kill, -child, SIGKILL);
  BRAID_SYSTEM(wait4, child, &status, 0, &usage);
  if (sweeping)
    sweep();
  if (!braid_say(BRAID_STATUS_ENDED, status | (repeats ? BRAID_STATUS_REPEATS : 0), run,
                 nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)))
    braid_quit(0);
}

static void become_child(const braid_message *command) {
  braid_session *session = braid_the_session;
  BRAID_SYSTEM(prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (BRAID_SYSTEM(getppid) != session->server)
    braid_quit(0); /* the server died before it could matter to us */
  session->process = (int)BRAID_SYSTEM(getpid);
  BRAID_SYSTEM(setpgid, 0, 0);
  session->restart = command->kind == BRAID_COMMAND_RUN_RESTART;
  BRAID_SYSTEM(rt_sigprocmask, SIG_SETMASK, &session->signals, 0, sizeof session->signals);
}

/* Returns in children only. */
static void serve(void) {
  const uint64_t all = BRAID_ALL_SIGNALS;
  BRAID_SYSTEM(rt_sigprocmask, SIG_SETMASK, &all, &braid_the_session->signals, sizeof all);
  BRAID_SYSTEM(prctl, PR_SET_CHILD_SUBREAPER, 1);
  /* With large pages, one byte written would mean two megabytes to copy in a fork or to put back. */
  BRAID_SYSTEM(prctl, PR_SET_THP_DISABLE, 1);
  /* A process that a constructor started belongs to every run. */
  bool sweeping = BRAID_SYSTEM(wait4, -1, 0, WNOHANG, 0) == -ECHILD;
  if (!braid_say(BRAID_STATUS_HELLO, braid_the_session->server, braid_the_session->touched, 0))
    braid_quit(0);
  for (braid_message command; braid_listen(&command);) {
    if (command.kind == BRAID_COMMAND_QUIT)
      break;
    if (command.kind != BRAID_COMMAND_RUN_FORK && command.kind != BRAID_COMMAND_RUN_RESTART)
      continue; /* RETIRE: the child it was meant for has ended already */
    if (command.run == braid_the_session->run)
      continue; /* said twice */
    braid_the_session->run = command.run;
    int child = _Fork ? _Fork() : fork();
    if (child == 0) {
      become_child(&command);
      return;
    }
    if (child > 0)
      watch(child, command.run, sweeping);
    else
      braid_say(BRAID_STATUS_FAILED, errno, command.run, 0);
  }
  braid_quit(0);
}

/* On the session's stack. */
static void start(void) {
  braid_session *session = braid_the_session;
  settle_heap();
  braid_shadow_prepare((const void *)__braid_state->stack_top);
  session->unit_count = __braid_state->unit_count;
  session->site_count = __braid_state->trace->site_count;
  session->case_count = __braid_state->trace->case_count;
  session->string_bytes = __braid_state->trace->string_bytes;
  session->way_count = __braid_state->trace->way_count;
  session->edge_count = __braid_state->trace->edge_count;
  braid_descriptors_keep();
  braid_blocks_keep(); /* once, not in each child */
  serve();
  if (session->restart)
    braid_restart_keep();
  braid_run_begin();
}

static void stop_here(void) {
  braid_session *session = braid_the_session;
  __braid_state->starting = false;
  session->started = true;
  if (braid_context_save(&session->start) == 0)
    braid_context_switch(session->stack + sizeof session->stack, start);
}

void __braid_start(int *argc, char ***argv, char ***environment) {
  braid_session *session = braid_the_session;
  if (!__braid_state || session->started)
    return;
  if (BRAID_SYSTEM(getpid) != session->server) { /* forked by a constructor */
    __braid_state->starting = false;
    return;
  }
  session->argc = argc;
  session->argv = argv;
  session->environment = environment;
  stop_here();
}

void braid_server_early(int argc, char **argv) {
  braid_state *state = __braid_state;
  state->in_place = true;
  state->argument_count = argc;
  state->arguments = argv;
  state->environment = environ;
  stop_here();
}
