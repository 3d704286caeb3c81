/* Functions that change what the kernel remembers of a process in ways that a restart does not put back
 * (src/runtime/kernel_state.c says what it does): after one of them has worked, each further run of the program
 * is a process of its own. */
#define _GNU_SOURCE
#include "runtime/model.h"

#include <errno.h>
#include <grp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/fsuid.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

BRAID_MODEL_FILE;

#define CHANGES_IF(success, name, parameters, arguments)                                                          \
  BRAID_MODEL(int, name, parameters) {                                                                            \
    int result = name arguments;                                                                                  \
    if (success)                                                                                                  \
      braid_cannot_restart(#name);                                                                                \
    return result;                                                                                                \
  }
#define CHANGES(name, parameters, arguments) CHANGES_IF(result >= 0, name, parameters, arguments)

/* --- limits and priorities --- */
CHANGES(setrlimit, (__rlimit_resource_t resource, const struct rlimit *limit), (resource, limit))
CHANGES(setrlimit64, (__rlimit_resource_t resource, const struct rlimit64 *limit), (resource, limit))

#define LIMIT(name, type)                                                                                         \
  BRAID_MODEL(int, name,                                                                                          \
              (pid_t process, enum __rlimit_resource resource, const struct type *limit, struct type *old)) {     \
    int result = name(process, resource, limit, old);                                                             \
    if (result == 0 && old)                                                                                       \
      braid_written(old, sizeof *old);                                                                            \
    if (result == 0 && limit)                                                                                     \
      braid_cannot_restart(#name);                                                                                \
    return result;                                                                                                \
  }

LIMIT(prlimit, rlimit)
LIMIT(prlimit64, rlimit64)
CHANGES(nice, (int step), (step))
CHANGES(setpriority, (__priority_which_t which, id_t who, int priority), (which, who, priority))
CHANGES(sched_setscheduler, (pid_t process, int policy, const struct sched_param *parameter),
        (process, policy, parameter))
CHANGES(sched_setparam, (pid_t process, const struct sched_param *parameter), (process, parameter))
CHANGES(sched_setaffinity, (pid_t process, size_t bytes, const cpu_set_t *set), (process, bytes, set))
CHANGES_IF(result == 0, pthread_setaffinity_np, (pthread_t thread, size_t bytes, const cpu_set_t *set),
           (thread, bytes, set))
CHANGES_IF(result == 0, pthread_setschedparam, (pthread_t thread, int policy, const struct sched_param *parameter),
           (thread, policy, parameter))
CHANGES_IF(result == 0, pthread_setschedprio, (pthread_t thread, int priority), (thread, priority))

/* --- who and where the process is --- */
CHANGES(setuid, (uid_t user), (user))
CHANGES(seteuid, (uid_t user), (user))
CHANGES(setreuid, (uid_t real, uid_t effective), (real, effective))
CHANGES(setresuid, (uid_t real, uid_t effective, uid_t saved), (real, effective, saved))
CHANGES(setgid, (gid_t group), (group))
CHANGES(setegid, (gid_t group), (group))
CHANGES(setregid, (gid_t real, gid_t effective), (real, effective))
CHANGES(setresgid, (gid_t real, gid_t effective, gid_t saved), (real, effective, saved))
CHANGES(setfsuid, (uid_t user), (user))
CHANGES(setfsgid, (gid_t group), (group))
CHANGES(setgroups, (size_t count, const gid_t *groups), (count, groups))
CHANGES(setpgid, (pid_t process, pid_t group), (process, group))
CHANGES(setpgrp, (void), ())
CHANGES(setsid, (void), ())
CHANGES(chroot, (const char *path), (path))
CHANGES(unshare, (int flags), (flags))
CHANGES(setns, (int descriptor, int kind), (descriptor, kind))

/* Asking changes nothing. */
BRAID_MODEL(int, personality, (unsigned long kind)) {
  int result = personality(kind);
  if (result >= 0 && (uint32_t)kind != UINT32_MAX)
    braid_cannot_restart("personality");
  return result;
}

/* --- timers that are not the real-time interval timer --- */
BRAID_MODEL(int, timer_create, (clockid_t clock, struct sigevent *event, timer_t *timer)) {
  int result = timer_create(clock, event, timer);
  if (result == 0) {
    braid_written(timer, sizeof *timer);
    braid_cannot_restart("timer_create");
  }
  return result;
}

BRAID_MODEL(int, timer_settime,
            (timer_t timer, int flags, const struct itimerspec *value, struct itimerspec *old)) {
  int result = timer_settime(timer, flags, value, old);
  if (result == 0 && old)
    braid_written(old, sizeof *old);
  if (result == 0)
    braid_cannot_restart("timer_settime");
  return result;
}

BRAID_MODEL(int, setitimer, (__itimer_which_t which, const struct itimerval *value, struct itimerval *old)) {
  int result = setitimer(which, value, old);
  if (result == 0 && old)
    braid_written(old, sizeof *old);
  if (result == 0 && which != ITIMER_REAL)
    braid_cannot_restart("setitimer");
  return result;
}

/* --- locked memory --- */
CHANGES(mlock, (const void *address, size_t bytes), (address, bytes))
CHANGES(mlock2, (const void *address, size_t bytes, unsigned flags), (address, bytes, flags))

/* The kernel would go through the terabytes of addresses that the runtime has reserved, and make memory of them.
 * So nothing is locked: apart from how long a page takes to come, a program cannot tell. Whether it may lock at
 * all is what a page of ours is asked for. munlockall needs no model: it has nothing to undo. */
BRAID_MODEL(int, mlockall, (int flags)) {
  static _Alignas(4096) char page[4096];
  if (!braid_is_active())
    return mlockall(flags);
  if (flags & ~(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) || !(flags & (MCL_CURRENT | MCL_FUTURE))) {
    errno = EINVAL;
    return -1;
  }
  return mlock(page, sizeof page) == 0 ? munlock(page, sizeof page) : -1;
}

/* --- prctl --- */

/* The bytes that an option writes to where its first argument points. */
static size_t written_by(int option) {
  switch (option) {
  case PR_GET_NAME:
    return 16;
  case PR_GET_PDEATHSIG:
  case PR_GET_CHILD_SUBREAPER:
  case PR_GET_TSC:
    return sizeof(int);
  case PR_GET_TID_ADDRESS:
    return sizeof(int *);
  default:
    return 0;
  }
}

/* The name is put back by kernel_state.c; questions that are common change nothing. Everything else may. */
static bool can_restart_after(int option) {
  switch (option) {
  case PR_SET_NAME:
  case PR_GET_NAME:
  case PR_GET_PDEATHSIG:
  case PR_GET_CHILD_SUBREAPER:
  case PR_GET_TSC:
  case PR_GET_TID_ADDRESS:
  case PR_GET_DUMPABLE:
  case PR_GET_KEEPCAPS:
  case PR_GET_NO_NEW_PRIVS:
  case PR_GET_SECCOMP:
  case PR_GET_SECUREBITS:
  case PR_GET_THP_DISABLE:
  case PR_GET_TIMERSLACK:
  case PR_GET_TIMING:
  case PR_CAPBSET_READ:
    return true;
  default:
    return false;
  }
}

BRAID_MODEL(int, prctl, (int option, ...)) {
  va_list list;
  va_start(list, option);
  unsigned long a = va_arg(list, unsigned long), b = va_arg(list, unsigned long), c = va_arg(list, unsigned long),
                d = va_arg(list, unsigned long);
  va_end(list);
  int result = prctl(option, a, b, c, d);
  if (result < 0 || !braid_is_active())
    return result;
  if (!can_restart_after(option))
    braid_cannot_restart("prctl");
  if (written_by(option))
    braid_written((void *)a, written_by(option));
  return result;
}
