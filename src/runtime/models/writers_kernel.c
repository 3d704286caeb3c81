/* Models of functions that tell about signals, timers, threads, messages between processes and attributes of
 * files: the table writers_kernel.def. */
#define _GNU_SOURCE
#include "runtime/input.h"
#include "runtime/models/writers.h"

#include <dirent.h>
#include <mntent.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/timerfd.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

BRAID_MODEL_FILE;

/* readdir_r: programs still call it. */
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

#include "runtime/models/writers_kernel.def"
