/* What the files of the fork server share: the connection to the engine (connection.c), the server (server.c), the
 * one run of this process (run.c), and starting that run again in the same process (restart.c with snapshot.c,
 * mappings.c, descriptors.c and kernel_state.c). It lies in memory of its own, like braid_state. */
#ifndef BRAID_RUNTIME_SESSION_H
#define BRAID_RUNTIME_SESSION_H

#include "runtime/context.h"
#include "runtime/core.h"
#include "runtime/system.h"
#include "trace/control.h"

/* Descriptors of the runtime lie from here on (lower where the system does not allow as many), out of the way
 * of the program's own. */
#define BRAID_FIRST_DESCRIPTOR 240

#define BRAID_ALL_SIGNALS (~0ull)

typedef struct braid_session {
  /* the server */
  int server;                            /* its process id */
  bool early;                            /* it waits before all constructors, not at main */
  bool started;                          /* it has reached that point */
  uint32_t touched;                      /* before it: sources asked for that there are none of, 1 << kind each */
  uint64_t signals;                      /* signal mask of the program; the server itself blocks all */
  int first_descriptor, last_descriptor; /* of the runtime */
  /* Where each run begins: in __braid_start, about to return to main, with main's own variables, or in
   * braid_server_early, where there are none. */
  braid_context start;
  int *argc;
  char ***argv, ***environment;
  /* what was registered before; libraries loaded later come on top, anew in each run */
  uint32_t unit_count, site_count, case_count, string_bytes, way_count, edge_count;

  /* the run of this process */
  int process;       /* id of the process whose run is recorded */
  uint64_t run;      /* its number */
  uint32_t restarts; /* runs in this process before this one */
  bool restart;      /* the engine wants the next run in this process too */
  bool fork_instead; /* but that is not possible any more */
  bool exit_called;
  bool destructors_done;
  int status; /* exit status */
  int signal; /* by which the process would have been killed if it were not kept; 0: none */

  /* The server, and everything between two runs, has a stack of its own: what it leaves there is not for the
   * program, which may read below its own stack pointer and should find the same there each time. */
  uint8_t stack[64 << 10] __attribute__((aligned(16)));
} braid_session;

extern braid_session *braid_the_session BRAID_HIDDEN;

/* --- connection.c --- */
/* False: nobody listens or speaks any more. */
BRAID_HIDDEN bool braid_say(uint32_t kind, int32_t value, uint64_t run, uint64_t cpu_nanoseconds);
BRAID_HIDDEN bool braid_listen(braid_message *command);
/* The same file under a number from first_descriptor on, closed on exec; the old number is closed. Negative:
 * an errno value. */
BRAID_HIDDEN int braid_move_descriptor(int descriptor);
BRAID_HIDDEN _Noreturn void braid_quit(int status);

/* --- server.c --- */
/* Before all constructors, which get these arguments. Like __braid_start, returns only in children. */
BRAID_HIDDEN void braid_server_early(int argc, char **argv);

/* --- run.c --- */
BRAID_HIDDEN void braid_run_open(void);
/* Prepares the run and goes to its start. */
BRAID_HIDDEN _Noreturn void braid_run_begin(void);

/* --- restart.c --- */
/* On the session's stack, before the first run: keeps this moment. */
BRAID_HIDDEN void braid_restart_keep(void);
/* After the end of a run: puts the moment back, waits for the next run and begins it. Where that turns out to be
 * impossible the process ends with the run's status. */
BRAID_HIDDEN _Noreturn void braid_restart(void);

#endif
