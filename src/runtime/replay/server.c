/* A program that waits for inputs, without being recorded: started once, it forks for each of them. For builds
 * with sanitizers, whose start takes longer than most runs.
 *
 * BRAID_PROOF=COMMANDS,ANSWERS,STDIN,VALUES has the numbers of descriptors. For each byte that comes by COMMANDS a
 * child is made, which becomes the program; its process id and, when it has ended, its status as waitpid gives it
 * are written to ANSWERS, each an int; to the status of one that would never have ended (repeats.c)
 * BRAID_PROOF_REPEATS is added. STDIN is what the child finds as its standard input, from the start. VALUES is a
 * file for values.c.
 *
 * Looking for memory that was lost takes LeakSanitizer three times as long as the rest of a short run. So it looks
 * only where the run ends with another amount of memory in use than every run before it that had lost none. */
#include "runtime/replay/server.h"

#include "runtime/repeats.h"
#include "runtime/system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define VARIABLE "BRAID_PROOF"

static void answer(int descriptor, int number) {
  while (write(descriptor, &number, sizeof number) < 0 && errno == EINTR)
    ;
}

/* Amounts of memory in use at the end of runs that had lost none, where their hash says; shared by all children.
 */
enum { AMOUNTS = 4096 };
static volatile uint64_t *amounts;

size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));
void __lsan_do_leak_check(void) __attribute__((weak)); /* does not return if there is a leak */
void __asan_init(void) __attribute__((weak));

static void look_for_leaks(void) {
  uint64_t bytes = __sanitizer_get_current_allocated_bytes() + 1; /* not 0 */
  volatile uint64_t *known = &amounts[bytes * UINT64_C(0x9e3779b97f4a7c15) >> 52];
  if (*known == bytes)
    return;
  __lsan_do_leak_check();
  *known = bytes;
}

static void prepare_for_leaks(void) {
  if (!__lsan_do_leak_check || !__sanitizer_get_current_allocated_bytes)
    return;
  void *memory = mmap(NULL, AMOUNTS * sizeof *amounts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return;
  amounts = memory;
  atexit(look_for_leaks); /* registered before all others, so it is called after them */
}

/* Another opening of the same file: the one that was given shares its position with every child. */
static void take_standard_input(int descriptor) {
  char name[32];
  snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  int fresh = open(name, O_RDONLY);
  if (fresh < 0)
    _exit(127);
  dup2(fresh, STDIN_FILENO);
  if (fresh != STDIN_FILENO)
    close(fresh);
}

/* A run that takes long may be one that never ends. True: it was, and has been told to abort. */
static bool watch(pid_t child) {
  static const int LOOK_AFTER[] = {300,
                                   2000}; /* milliseconds, of which nothing depends but the time that it takes */
  /* What AddressSanitizer knows of the program's memory, and what we know. */
  const braid_aside asides[] = {{0x7fff8000, 0x10007fff8000},
                                {(uintptr_t)amounts, (uintptr_t)amounts + AMOUNTS * sizeof *amounts}};
  bool found = false;
  const int handle = __asan_init ? (int)BRAID_SYSTEM(pidfd_open, child, 0) : -1;
  for (unsigned i = 0; handle >= 0 && !found && i < sizeof LOOK_AFTER / sizeof *LOOK_AFTER; i++) {
    struct pollfd ended = {handle, POLLIN, 0};
    if (poll(&ended, 1, LOOK_AFTER[i]) != 0)
      break;
    found = braid_repeats(child, SIGABRT, asides, amounts ? 2 : 1);
  }
  if (handle >= 0)
    close(handle);
  return found;
}

int braid_proof_serve(void) {
  const char *text = getenv(VARIABLE);
  int commands, answers, standard_input, values;
  if (!text || sscanf(text, "%d,%d,%d,%d", &commands, &answers, &standard_input, &values) != 4)
    return -1;
  unsetenv(VARIABLE);
  prepare_for_leaks();
  for (;;) {
    char command;
    ssize_t count = read(commands, &command, 1);
    if (count < 0 && errno == EINTR)
      continue;
    if (count != 1)
      _exit(0);
    pid_t child = fork();
    if (child == 0) {
      setpgid(0, 0);
      take_standard_input(standard_input);
      close(commands);
      close(answers);
      close(standard_input);
      return values;
    }
    answer(answers, child);
    int status = 0;
    siginfo_t how;
    const bool repeats = child > 0 && watch(child);
    while (child > 0 && waitid(P_PID, (id_t)child, &how, WEXITED | WNOWAIT) < 0 && errno == EINTR)
      ;
    if (child > 0)
      kill(-child, SIGKILL); /* whatever it left behind; until it is collected, the number is its own */
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
      ;
    answer(answers, status | (repeats ? BRAID_PROOF_REPEATS : 0));
  }
}
