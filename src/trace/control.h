/* How the engine and a started program speak with each other: one environment variable, one shared
 * memory file and two pipes. The program's side is src/runtime/server.c, the engine's src/target.
 *
 * The engine starts the program with BRAID_CONTROL="trace=FD,command=FD,status=FD,early=0". Without that variable
 * the runtime does nothing at all. The runtime removes it from the environment, so that programs which
 * the program starts are ordinary again. The trace has the sources of the first input already.
 *
 *   engine                          program (server process)              child
 *     |  <- HELLO ------------------- at the start of main                  |
 *     |  -- RUN(fork) --------------> fork ------------------------------>  runs one input, ends
 *     |  <- ENDED(wait status) ------ waitpid                               |
 *     |  -- RUN(restart) -----------> fork ------------------------------>  runs one input,
 *     |  <- PAUSED(exit status) ---------------------------------------- -  puts its memory back, reads on
 *     |  -- RUN(restart) ------------------------------------------------>  runs the next
 *     |  <- ENDED(wait status) ------ waitpid (child died or gave up) <---- |
 *     |  -- QUIT -------------------> _exit
 *
 * Constructors that ask for input are a reason to begin each run earlier. The runtime says EARLY instead of HELLO
 * and ends; the engine starts the program again with early=1, and the server waits before all constructors. In
 * that case the program must have been started with as many arguments, and with those variables, that the input
 * has sources for: the runtime can change them, but not add to them.
 *
 * A child that is waiting for its next RUN(restart) must not be sent RUN(fork): the engine sends RETIRE
 * first and waits for ENDED. Whoever reads a command that is closed ends itself quietly.
 *
 * If a waiting child dies, the engine cannot know whether it took the next RUN with it or left it to the server:
 * the engine says it again. A RUN with the number of the run before is therefore ignored. Numbers start at 1. */
#ifndef BRAID_TRACE_CONTROL_H
#define BRAID_TRACE_CONTROL_H

#include <stdint.h>

#define BRAID_CONTROL_VARIABLE "BRAID_CONTROL"
/* What the runtime says, among other things, when the trace has a version that it does not know. Braid looks for
 * it. */
#define BRAID_CONTROL_OTHER_VERSION "its trace is not one that this runtime can write to"

/* The engine also asks the dynamic linker to bind all functions at once, so that this is not done again in
 * each run. If the variable has this value it was not the user who set it, and the runtime removes it too. */
#define BRAID_BIND_VARIABLE "LD_BIND_NOW"
#define BRAID_BIND_VALUE "braid"

enum braid_command_kind {
  BRAID_COMMAND_RUN_FORK = 1,
  BRAID_COMMAND_RUN_RESTART = 2,
  BRAID_COMMAND_RETIRE = 3, /* to a paused child: end */
  BRAID_COMMAND_QUIT = 4    /* to the server: end */
};

enum braid_status_kind {
  BRAID_STATUS_HELLO = 1,  /* value: process id of the server */
  BRAID_STATUS_ENDED = 2,  /* value: wait status of the child */
  BRAID_STATUS_PAUSED = 3, /* value: exit status, or a signal << 8; the child is ready for the next run */
  BRAID_STATUS_FAILED = 4, /* value: errno; the server could not fork */
  BRAID_STATUS_EARLY = 5 /* value: enum braid_source_kind; instead of HELLO: a constructor asked for this input */
};

/* In the value of ENDED, beside the wait status: the child was killed because it would never have ended: it was in
 * a state that it had been in before. */
#define BRAID_STATUS_REPEATS (1 << 24)

typedef struct braid_message {
  uint32_t kind;
  int32_t value;
  /* Of a command: number of the run. Of PAUSED and FAILED: the run it answers. Of ENDED: the first run of the
   * child that ended. Of HELLO: 1 << enum braid_source_kind for each kind of input that constructors asked for
   * although the trace had none of it. */
  uint64_t run;
  uint64_t cpu_nanoseconds; /* of PAUSED and ENDED: used by the child since it began */
} braid_message;

#endif
