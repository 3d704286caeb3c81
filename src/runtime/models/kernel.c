/* Functions that change what the kernel remembers of a process in ways that a restart does not put back
 * (src/runtime/kernel_state.c says what it does): after one of them has worked, each further run of the program
 * is a process of its own. */
#define _GNU_SOURCE
#include "runtime/model.h"

#include <grp.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

BRAID_MODEL_FILE;

#define CHANGES(name, parameters, arguments)                                                                      \
  BRAID_MODEL(int, name, parameters) {                                                                            \
    int result = name arguments;                                                                                  \
    if (result >= 0)                                                                                              \
      braid_cannot_restart(#name);                                                                                \
    return result;                                                                                                \
  }

/* --- limits and priorities --- */
CHANGES(setrlimit, (__rlimit_resource_t resource, const struct rlimit *limit), (resource, limit))
CHANGES(setrlimit64, (__rlimit_resource_t resource, const struct rlimit64 *limit), (resource, limit))
CHANGES(prlimit, (pid_t process, enum __rlimit_resource resource, const struct rlimit *limit, struct rlimit *old),
        (process, resource, limit, old))
CHANGES(nice, (int step), (step))
CHANGES(setpriority, (__priority_which_t which, id_t who, int priority), (which, who, priority))
CHANGES(sched_setscheduler, (pid_t process, int policy, const struct sched_param *parameter),
        (process, policy, parameter))
CHANGES(sched_setaffinity, (pid_t process, size_t bytes, const cpu_set_t *set), (process, bytes, set))

/* --- who and where the process is --- */
CHANGES(setuid, (uid_t user), (user))
CHANGES(seteuid, (uid_t user), (user))
CHANGES(setreuid, (uid_t real, uid_t effective), (real, effective))
CHANGES(setresuid, (uid_t real, uid_t effective, uid_t saved), (real, effective, saved))
CHANGES(setgid, (gid_t group), (group))
CHANGES(setegid, (gid_t group), (group))
CHANGES(setregid, (gid_t real, gid_t effective), (real, effective))
CHANGES(setresgid, (gid_t real, gid_t effective, gid_t saved), (real, effective, saved))
CHANGES(setgroups, (size_t count, const gid_t *groups), (count, groups))
CHANGES(setpgid, (pid_t process, pid_t group), (process, group))
CHANGES(setsid, (void), ())
CHANGES(chroot, (const char *path), (path))
CHANGES(unshare, (int flags), (flags))
CHANGES(daemon, (int keep_folder, int keep_descriptors), (keep_folder, keep_descriptors))

/* --- timers that are not the real-time interval timer, locked memory --- */
CHANGES(timer_settime, (timer_t timer, int flags, const struct itimerspec *value, struct itimerspec *old),
        (timer, flags, value, old))
CHANGES(mlock, (const void *address, size_t bytes), (address, bytes))
CHANGES(mlockall, (int flags), (flags))

BRAID_MODEL(int, setitimer, (__itimer_which_t which, const struct itimerval *value, struct itimerval *old)) {
  int result = setitimer(which, value, old);
  if (result == 0 && old)
    braid_written(old, sizeof *old);
  if (result == 0 && which != ITIMER_REAL)
    braid_cannot_restart("setitimer");
  return result;
}

BRAID_MODEL(int, prctl, (int option, ...)) {
  va_list list;
  va_start(list, option);
  unsigned long a = va_arg(list, unsigned long), b = va_arg(list, unsigned long), c = va_arg(list, unsigned long),
                d = va_arg(list, unsigned long);
  va_end(list);
  int result = prctl(option, a, b, c, d);
  if (result >= 0 && option != PR_SET_NAME && option != PR_GET_NAME)
    braid_cannot_restart("prctl");
  if (result >= 0 && option == PR_GET_NAME)
    braid_written((void *)a, 16);
  return result;
}
