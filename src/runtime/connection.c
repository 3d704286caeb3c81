/* The connection to the engine (trace/control.h): found in the environment before any constructor of the program
 * runs, and taken out of it, so that neither the program nor what it starts will see it. Anything that is not
 * exactly right leaves the program inert. */
#define _GNU_SOURCE
#include "runtime/mappings.h"
#include "runtime/session.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

braid_session *braid_the_session = NULL;

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

static bool parse_control(const char *text, int *trace, int *command, int *status, int *early) {
  return (text = parse_number(text, "trace", ',', trace)) &&
         (text = parse_number(text, "command", ',', command)) &&
         (text = parse_number(text, "status", ',', status)) && parse_number(text, "early", 0, early);
}

int braid_move_descriptor(int descriptor) {
  long moved = BRAID_SYSTEM(fcntl, descriptor, F_DUPFD_CLOEXEC, braid_the_session->first_descriptor);
  if (moved < 0)
    return (int)moved;
  BRAID_SYSTEM(close, descriptor);
  if (moved > braid_the_session->last_descriptor)
    braid_the_session->last_descriptor = (int)moved;
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
  state->ways = base + trace->ways.offset;
  state->edges = (braid_edge *)(base + trace->edges.offset);
  state->contents = base + trace->contents.offset;
  state->writer.trace = trace;
  state->writer.nodes = state->nodes;
  state->writer.events = state->events;
}

bool braid_server_open(void) {
  int trace_descriptor, command, status, early;
  const char *control = take_variable(BRAID_CONTROL_VARIABLE, NULL);
  if (!control)
    return false;
  take_variable(BRAID_BIND_VARIABLE, BRAID_BIND_VALUE);
  if (!parse_control(control, &trace_descriptor, &command, &status, &early))
    return refuse("it is not of the form trace=NUMBER,command=NUMBER,status=NUMBER,early=NUMBER");
  if (!is_pipe(command) || !is_pipe(status))
    return refuse("its descriptors are not open pipes");
  braid_trace *trace = map_trace(trace_descriptor);
  if (!trace)
    return refuse(BRAID_CONTROL_OTHER_VERSION);
  braid_state *state = braid_own_memory(sizeof *state);
  braid_session *session = braid_own_memory(sizeof *session);
  if (!state || !session)
    return refuse("there is no memory for the runtime");
  braid_the_session = session;
  session->server = (int)BRAID_SYSTEM(getpid);
  session->early = early != 0;
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
