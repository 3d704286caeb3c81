/* Behaviours that change what the kernel remembers for the process: descriptors, signals, timers, threads. */
#include "behaviours.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int leaks_descriptors(void) {
  printf("%d", open("/dev/null", O_RDONLY));
  for (int i = 0; i < 50; i++)
    printf(" %d", dup(2));
  int ends[2];
  pipe(ends);
  printf(" %d %d\n", ends[1], fcntl(700, F_GETFD));
  dup2(2, 700);
  return 0;
}

int closes_input(void) {
  close(0);
  printf("%d\n", open("/dev/null", O_RDONLY));
  return 0;
}

int replaces_output(void) {
  printf("before\n");
  fflush(stdout);
  dup2(open("/dev/null", O_WRONLY), 1);
  printf("after\n");
  return 0;
}

int closes_all(void) {
  printf("seen\n");
  fflush(stdout);
  for (int i = 0; i < 1100; i++)
    close(i);
  return 21;
}

int folder_and_mask(void) {
  char folder[4096];
  printf("%s %o\n", getcwd(folder, sizeof folder), umask(0));
  return chdir("/");
}

int process_name(void) {
  char name[16];
  prctl(PR_GET_NAME, name);
  printf("%s\n", name);
  return prctl(PR_SET_NAME, "another");
}

static volatile sig_atomic_t handled;
static void handler(int signal) { handled = signal; }

int signals(void) {
  printf("%d %d\n", handled, signal(SIGUSR1, handler) == SIG_DFL);
  raise(SIGUSR1);
  printf("%d\n", handled);
  return 0;
}

int signal_mask(void) {
  sigset_t set;
  sigprocmask(SIG_SETMASK, NULL, &set);
  printf("%d\n", sigismember(&set, SIGTERM));
  sigfillset(&set);
  sigprocmask(SIG_SETMASK, &set, NULL);
  return 0;
}

int pending_signal(void) {
  signal_mask();
  kill(getpid(), SIGTERM);
  return 22;
}

static void exit_in_handler(int signal) { exit(signal); }

int ignores_signal(void) {
  printf("%d\n", signal(SIGINT, SIG_IGN) == SIG_DFL);
  return raise(SIGINT);
}

int exits_in_handler(void) {
  static char room[1 << 16];
  stack_t alternative = {.ss_sp = room, .ss_size = sizeof room};
  sigaltstack(&alternative, NULL);
  struct sigaction action = {.sa_handler = exit_in_handler, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR2, &action, NULL);
  raise(SIGUSR2);
  return 0;
}

int sets_alarm(void) {
  alarm(1);
  return 0;
}

/* Longer than the alarm of another run would take. */
int waits(void) {
  struct timespec time = {1, 300000000};
  printf("%d\n", nanosleep(&time, NULL));
  return 0;
}

static _Thread_local int in_thread_storage = 7;
static int threads_before;

static void *thread(void *value) {
  in_thread_storage++;
  *(int *)value += in_thread_storage;
  return NULL;
}

int threads(void) {
  pthread_t id;
  int value = threads_before++;
  pthread_create(&id, NULL, thread, &value);
  pthread_join(id, NULL);
  printf("%d\n", value);
  return 0;
}

static void *sleeping(void *unused) {
  pause();
  return unused;
}

int leaves_thread(void) {
  pthread_t id;
  pthread_create(&id, NULL, sleeping, NULL);
  return 15;
}

static void *exiting(void *unused) {
  (void)unused;
  exit(16);
}

int exits_in_thread(void) {
  pthread_t id;
  pthread_create(&id, NULL, exiting, NULL);
  pause();
  return 0;
}

int descriptors_in_use(void) {
  DIR *folder = opendir("/proc/self/fd");
  int count = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
    if (entry->d_name[0] != '.' && atoi(entry->d_name) != dirfd(folder))
      count += atoi(entry->d_name) < 200;
  printf("%d\n", count);
  return 0;
}
