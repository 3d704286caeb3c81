/* The program's side of trace/control.h. The process that the engine started stops at the first instruction of
 * main and becomes a server: it makes a child for each run, waits for it, cleans up after it and tells the
 * engine. All work of starting the program (loading, linking, constructors) is done once.
 *
 * The server must outlive whatever its children do. It blocks all signals; each child is a process group of
 * its own, so that a signal to "the group" does not reach the server, and so that what a child leaves running
 * can be killed with it; the server adopts processes that were detached from their parents, and kills them
 * too. If the engine goes away, the pipe of commands closes and everything ends. */
#define _GNU_SOURCE
#include "runtime/kernel_state.h"
#include "runtime/mappings.h"
#include "runtime/session.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

braid_session *braid_the_session = NULL;

/* Fork without the functions that the program registered for its own forks; not in every C library. */
extern pid_t _Fork(void) __attribute__((weak));
extern void *__libc_malloc(size_t) __attribute__((weak));
extern void __libc_free(void *) __attribute__((weak));

_Noreturn void braid_quit(int status) {
  for (;;)
    BRAID_SYSTEM(exit_group, status);
}

/* --- conversation --- */

bool braid_say(uint32_t kind, int32_t value, uint64_t run, uint64_t cpu_nanoseconds) {
  braid_message status = {kind, value, run, cpu_nanoseconds};
  long bytes;
  do
    bytes = BRAID_SYSTEM(write, __braid_state->status_descriptor, &status, sizeof status);
  while (bytes == -EINTR);
  return bytes == (long)sizeof status; /* a pipe takes a short message whole or not at all */
}

bool braid_listen(braid_message *command) {
  long bytes;
  do
    bytes = BRAID_SYSTEM(read, __braid_state->command_descriptor, command, sizeof *command);
  while (bytes == -EINTR);
  return bytes == (long)sizeof *command;
}

/* --- opening --- */

static bool refuse(const char *why) {
  const char *parts[] = {"braid: " BRAID_CONTROL_VARIABLE " cannot be used: ", why,
                         "; running without recording (only Braid itself should set this variable)\n"};
  for (uint32_t i = 0; i < 3; i++)
    BRAID_SYSTEM(write, 2, parts[i], strlen(parts[i]));
  return false;
}

/* The value of NAME=value in the environment, taken out of it, or null. With `wanted`, only that value. */
static const char *take_variable(const char *name, const char *wanted) {
  size_t length = strlen(name);
  for (char **entry = environ; entry && *entry; entry++) {
    const char *value = *entry + length + 1;
    if (strncmp(*entry, name, length) != 0 || (*entry)[length] != '=' || (wanted && strcmp(value, wanted) != 0))
      continue;
    do
      entry[0] = entry[1];
    while (*entry++);
    return value;
  }
  return NULL;
}

/* Reads "name=NUMBER" and what ends it; null if it is anything else. */
static const char *parse_number(const char *text, const char *name, char end, int *number) {
  size_t length = strlen(name);
  if (strncmp(text, name, length) != 0 || text[length] != '=')
    return NULL;
  text += length + 1;
  if (*text < '0' || *text > '9')
    return NULL;
  for (*number = 0; *text >= '0' && *text <= '9' && *number < 1 << 20; text++)
    *number = *number * 10 + (*text - '0');
  return *text == end ? text + 1 : NULL;
}

static bool parse_control(const char *text, int *trace, int *command, int *status) {
  return (text = parse_number(text, "trace", ',', trace)) &&
         (text = parse_number(text, "command", ',', command)) && parse_number(text, "status", 0, status);
}

int braid_move_descriptor(int descriptor) {
  long moved = BRAID_SYSTEM(fcntl, descriptor, F_DUPFD_CLOEXEC, braid_the_session->first_descriptor);
  if (moved >= 0)
    BRAID_SYSTEM(close, descriptor);
  return (int)moved;
}

static int choose_first_descriptor(void) {
  struct rlimit limit = {0, 0};
  BRAID_SYSTEM(prlimit64, 0, RLIMIT_NOFILE, 0, &limit);
  if (limit.rlim_cur >= BRAID_FIRST_DESCRIPTOR + 8)
    return BRAID_FIRST_DESCRIPTOR;
  return limit.rlim_cur > 16 ? (int)limit.rlim_cur - 8 : 8;
}

static bool is_pipe(int descriptor) {
  struct stat status;
  return BRAID_SYSTEM(fstat, descriptor, &status) == 0 && S_ISFIFO(status.st_mode);
}

/* The trace, if the descriptor is one that we can write to. */
static braid_trace *map_trace(int descriptor) {
  struct stat status;
  if (BRAID_SYSTEM(fstat, descriptor, &status) < 0 || status.st_size < (long)sizeof(braid_trace))
    return NULL;
  long memory = BRAID_SYSTEM(mmap, 0, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (memory < 0)
    return NULL;
  braid_trace *trace = (braid_trace *)memory;
  if (braid_writer_accepts(trace, (uint64_t)status.st_size))
    return trace;
  BRAID_SYSTEM(munmap, memory, status.st_size);
  return NULL;
}

static void locate_areas(braid_state *state) {
  braid_trace *trace = state->trace;
  uint8_t *base = (uint8_t *)trace;
  state->sources = (braid_source *)(base + trace->sources.offset);
  state->data = base + trace->data.offset;
  state->nodes = (braid_node *)(base + trace->nodes.offset);
  state->events = (braid_event *)(base + trace->events.offset);
  state->sites = (braid_site *)(base + trace->sites.offset);
  state->cases = (uint64_t *)(base + trace->cases.offset);
  state->strings = (char *)(base + trace->strings.offset);
  state->writer.trace = trace;
  state->writer.nodes = state->nodes;
  state->writer.events = state->events;
}

bool braid_server_open(void) {
  int trace_descriptor, command, status;
  const char *control = take_variable(BRAID_CONTROL_VARIABLE, NULL);
  if (!control)
    return false;
  take_variable(BRAID_BIND_VARIABLE, BRAID_BIND_VALUE);
  if (!parse_control(control, &trace_descriptor, &command, &status))
    return refuse("it is not of the form trace=NUMBER,command=NUMBER,status=NUMBER");
  if (!is_pipe(command) || !is_pipe(status))
    return refuse("its descriptors are not open pipes");
  braid_trace *trace = map_trace(trace_descriptor);
  if (!trace)
    return refuse("its trace is not one that this runtime can write to");
  braid_state *state = braid_own_memory(sizeof *state);
  braid_session *session = braid_own_memory(sizeof *session);
  if (!state || !session)
    return refuse("there is no memory for the runtime");
  braid_the_session = session;
  session->server = (int)BRAID_SYSTEM(getpid);
  session->first_descriptor = choose_first_descriptor();
  BRAID_SYSTEM(close, trace_descriptor); /* the mapping is enough */
  state->trace_descriptor = -1;
  state->command_descriptor = braid_move_descriptor(command);
  state->status_descriptor = braid_move_descriptor(status);
  if (state->command_descriptor < 0 || state->status_descriptor < 0)
    return refuse("there are not enough descriptors");
  state->trace = trace;
  locate_areas(state);
  __braid_state = state;
  braid_run_open();
  return true;
}

/* --- serving --- */

/* Large blocks from the heap instead of mappings of their own, and a heap that is there before the first run:
 * then the memory of a run can be put back without looking for it. Done for forked runs too, so that a program
 * behaves the same either way. */
static void settle_heap(void) {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
  mallopt(M_TOP_PAD, 512 << 10);
  if (__libc_malloc && __libc_free)
    __libc_free(__libc_malloc(256 << 10));
}

static void kill_child(int child) {
  BRAID_SYSTEM(kill, -child, SIGKILL);
  BRAID_SYSTEM(kill, child, SIGKILL);
}

/* Returns when the child has ended; does not return if the engine goes away first. */
static void wait_for_end(int child) {
  long handle = BRAID_SYSTEM(pidfd_open, child, 0);
  if (handle < 0)
    return; /* an old kernel: the caller waits, without noticing that the engine is gone */
  struct pollfd either[2] = {{(int)handle, POLLIN, 0}, {__braid_state->command_descriptor, 0, 0}};
  while (!either[0].revents) {
    BRAID_SYSTEM(poll, either, 2, -1);
    if (!either[0].revents && either[1].revents) {
      kill_child(child);
      braid_quit(0);
    }
  }
  BRAID_SYSTEM(close, handle);
}

/* Kills every process that is a child of this one now. */
static void kill_children(void) {
  char list[4096];
  long file = BRAID_SYSTEM(openat, AT_FDCWD, "/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  long bytes = file < 0 ? 0 : BRAID_SYSTEM(read, file, list, sizeof list);
  if (file >= 0)
    BRAID_SYSTEM(close, file);
  int process = 0;
  for (long i = 0; i < bytes; i++)
    if (list[i] >= '0' && list[i] <= '9')
      process = process * 10 + (list[i] - '0');
    else if (process) {
      BRAID_SYSTEM(kill, process, SIGKILL);
      process = 0;
    }
}

/* Descendants of the run that have left its process group: the server adopted them when their parents ended. */
static void sweep(void) {
  for (int attempt = 0; attempt < 1000; attempt++) {
    long process = BRAID_SYSTEM(wait4, -1, 0, WNOHANG, 0);
    if (process < 0)
      return;
    if (process == 0) {
      kill_children();
      BRAID_SYSTEM(wait4, -1, 0, 0, 0);
    }
  }
}

static uint64_t nanoseconds(struct timeval time) {
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_usec * 1000u;
}

static void watch(int child, uint64_t run, bool sweeping) {
  siginfo_t information;
  struct rusage usage = {0};
  int status = 0;
  wait_for_end(child);
  /* While the child is not collected its number cannot be given to another process group. */
  BRAID_SYSTEM(waitid, P_PID, child, &information, WEXITED | WNOWAIT, 0);
  BRAID_SYSTEM(kill, -child, SIGKILL);
  BRAID_SYSTEM(wait4, child, &status, 0, &usage);
  if (sweeping)
    sweep();
  if (!braid_say(BRAID_STATUS_ENDED, status, run, nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)))
    braid_quit(0);
}

static void become_child(const braid_message *command) {
  braid_session *session = braid_the_session;
  BRAID_SYSTEM(prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (BRAID_SYSTEM(getppid) != session->server)
    braid_quit(0); /* the server died before it could matter to us */
  session->process = (int)BRAID_SYSTEM(getpid);
  BRAID_SYSTEM(setpgid, 0, 0);
  session->run = command->run;
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
  if (!braid_say(BRAID_STATUS_HELLO, braid_the_session->server, 0, 0))
    braid_quit(0);
  for (braid_message command; braid_listen(&command);) {
    if (command.kind == BRAID_COMMAND_QUIT)
      break;
    if (command.kind != BRAID_COMMAND_RUN_FORK && command.kind != BRAID_COMMAND_RUN_RESTART)
      continue; /* RETIRE: the child it was meant for has ended already */
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

void __braid_start(int *argc, char ***argv, char ***environment) {
  braid_session *session = braid_the_session;
  if (!__braid_state || session->started)
    return;
  session->started = true;
  settle_heap();
  session->unit_count = __braid_state->unit_count;
  session->site_count = __braid_state->trace->site_count;
  session->case_count = __braid_state->trace->case_count;
  session->string_bytes = __braid_state->trace->string_bytes;
  braid_descriptors_keep();
  serve();
  if (session->restart)
    braid_restart_keep();
  braid_run_begin(argc, argv, environment);
}
