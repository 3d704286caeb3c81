/* Behaviours with other processes, and those that end, or do not end, in an unfriendly way. */
#include "behaviours.h"
#include "runtime/input.h"
#include "trace/format.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int forks(void) {
  printf("before ");
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    printf("child ");
    exit(3);
  }
  int status = 0;
  waitpid(child, &status, 0);
  printf("parent %d\n", WEXITSTATUS(status));
  return 0;
}

int borrows(void) {
  pid_t child = vfork();
  if (child == 0)
    braid_run_end(BRAID_END_QUICK, 4); /* as the model of _exit does */
  int status = 0;
  waitpid(child, &status, 0);
  printf("%d\n", WEXITSTATUS(status));
  return 0;
}

int system_command(void) {
  fflush(stdout);
  int status = system("echo from the shell; exit 6");
  printf("%d\n", WEXITSTATUS(status));
  return 0;
}

int executes(void) {
  execl("/bin/sh", "sh", "-c", "echo executed; exit 31", (char *)NULL);
  return 1;
}

/* Prints the process id of something that would stay for a long time. */
int leaves_child(void) {
  pid_t child = fork();
  if (child == 0) {
    sleep(1000);
    exit(0);
  }
  printf("%d\n", (int)child);
  return 0;
}

int leaves_daemon(void) {
  int ends[2];
  pipe(ends);
  if (fork() == 0) {
    setsid();
    pid_t child = fork();
    if (child == 0) {
      sleep(1000);
      exit(0);
    }
    write(ends[1], &child, sizeof child);
    _exit(0);
  }
  pid_t child = 0;
  read(ends[0], &child, sizeof child);
  wait(NULL);
  printf("%d\n", (int)child);
  return 0;
}

int segmentation_fault(void) {
  *(volatile int *)8 = 1;
  return 0;
}
int aborts(void) { abort(); }
/* What calls of abort are in code that the pass has seen. */
static _Noreturn void abort_in_code(void) {
  static const braid_site_desc site = {.file = "processes.c", .function = "abort_in_code", .line = 1};
  __braid_thread.caller = &site;
  braid_abort(__builtin_return_address(0));
  abort();
}
int aborts_in_code(void) {
  printf("not written");
  abort_in_code();
}
/* The process cannot be kept, and is killed by the right signal all the same. */
int aborts_with_pending_signal(void) {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  sigprocmask(SIG_BLOCK, &blocked, NULL);
  raise(SIGUSR1);
  abort_in_code();
}
static void say_goodbye(int number) {
  (void)number;
  write(1, "goodbye", 7);
  _exit(5);
}
int handles_abort(void) {
  signal(SIGABRT, say_goodbye);
  abort_in_code();
}
int divides(void) {
  volatile int zero = 0;
  return 100 / zero;
}
int kills_itself(void) { return kill(getpid(), SIGKILL); }
int terminates_itself(void) { return kill(getpid(), SIGTERM); }
int kills_group(void) { return kill(0, SIGKILL); }
int terminates_parent(void) {
  kill(getppid(), SIGTERM);
  kill(getppid(), SIGINT);
  printf("still here\n");
  return 0;
}
int kills_parent(void) {
  kill(getppid(), SIGKILL);
  sleep(1000);
  return 0;
}
int stops_parent(void) {
  kill(getppid(), SIGSTOP);
  return 0;
}
int stops(void) { return raise(SIGSTOP); }
int loops(void) {
  for (volatile int i = 0;; i++) {
  }
}
int loops_in_forked_child(void) {
  if (fork() == 0)
    loops();
  return wait(NULL) < 0;
}

int much_output(void) {
  for (int i = 0; i < 300000; i++)
    printf("%09d\n", i);
  return 0;
}

int endless_output(void) {
  for (;;)
    puts("again and again and again and again and again and again and again");
}
