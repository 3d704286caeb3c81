/* Models of functions that tell about files, processes and the machine: the table writers_system.def. */
#define _GNU_SOURCE
#include "runtime/channels.h"
#include "runtime/models/writers.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

BRAID_MODEL_FILE;

/* What the headers declare only for fortified calls, or under another name. */
extern char *__realpath_chk(const char *, char *, size_t);
extern char *__getcwd_chk(char *, size_t, size_t);
extern ssize_t __readlink_chk(const char *, char *, size_t, size_t);
extern ssize_t __readlinkat_chk(int, const char *, char *, size_t, size_t);
extern int __gethostname_chk(char *, size_t, size_t);

#include "runtime/models/writers_system.def"
