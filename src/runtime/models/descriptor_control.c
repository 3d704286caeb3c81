/* Models of the functions with an operation for everything, ioctl and fcntl, and of copying from and to other
 * processes. What they write into the caller's memory depends on the operation. */
#define _GNU_SOURCE
#include "runtime/input.h"
#include "runtime/models/writers.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <net/if.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

BRAID_MODEL_FILE;

/* --- ioctl --- */

/* Most requests say themselves what they write. Those of terminals and sockets are older than that rule. */
static size_t written_by_request(unsigned long request) {
  enum { bytes_of_kernel_termios = 36, network_requests = 0x89 };
  if (_IOC_DIR(request) & _IOC_READ)
    return _IOC_SIZE(request);
  switch (request) {
  case TCGETS:
    return bytes_of_kernel_termios;
  case TIOCGWINSZ:
    return sizeof(struct winsize);
  case FIONREAD:
  case TIOCOUTQ:
  case TIOCGPGRP:
  case TIOCGSID:
  case TIOCGETD:
  case TIOCMGET:
  case TIOCGSOFTCAR:
  case FIOQSIZE:
  case FIGETBSZ:
    return sizeof(int);
  default:
    return _IOC_TYPE(request) == network_requests ? sizeof(struct ifreq) : 0;
  }
}

BRAID_MODEL(int, ioctl, (int descriptor, unsigned long request, ...)) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  int result = ioctl(descriptor, request, argument);
  if (request == FIONREAD)
    braid_length_escapes(descriptor);
  size_t bytes = written_by_request(request);
  if (result >= 0 && bytes && argument && braid_is_active())
    braid_written(argument, bytes);
  return result;
}

/* --- fcntl --- */

static size_t written_by_command(int command) {
  switch (command) {
  case F_GETLK:
  case F_OFD_GETLK:
    return sizeof(struct flock);
  case F_GETOWN_EX:
    return sizeof(struct f_owner_ex);
  case F_GET_RW_HINT:
  case F_GET_FILE_RW_HINT:
    return sizeof(uint64_t);
  default:
    return 0;
  }
}

static int control(int descriptor, int command, void *argument) {
  int result = fcntl(descriptor, command, argument);
  size_t bytes = written_by_command(command);
  if (result >= 0 && bytes && braid_is_active())
    braid_written(argument, bytes);
  return result;
}

#define CONTROL(name)                                                                                             \
  BRAID_MODEL(int, name, (int descriptor, int command, ...)) {                                                    \
    va_list list;                                                                                                 \
    va_start(list, command);                                                                                      \
    void *argument = va_arg(list, void *);                                                                        \
    va_end(list);                                                                                                 \
    return control(descriptor, command, argument);                                                                \
  }

CONTROL(fcntl)
CONTROL(fcntl64)

/* --- memory of processes --- the labels stay behind, also where the other process is this one. */

static void parts_written(const struct iovec *parts, unsigned long count, ssize_t bytes) {
  size_t left = bytes > 0 ? (size_t)bytes : 0;
  for (unsigned long i = 0; i < count && left; i++) {
    size_t here = parts[i].iov_len < left ? parts[i].iov_len : left;
    braid_written(parts[i].iov_base, here);
    left -= here;
  }
}

static void parts_lost(const struct iovec *parts, unsigned long count) {
  for (unsigned long i = 0; i < count; i++)
    braid_bytes_lost(parts[i].iov_base, parts[i].iov_len);
}

BRAID_MODEL(ssize_t, process_vm_readv,
            (pid_t process, const struct iovec *local, unsigned long locals, const struct iovec *remote,
             unsigned long remotes, unsigned long flags)) {
  if (!braid_is_active())
    return process_vm_readv(process, local, locals, remote, remotes, flags);
  if (process == getpid())
    parts_lost(remote, remotes);
  ssize_t result = process_vm_readv(process, local, locals, remote, remotes, flags);
  parts_written(local, locals, result);
  return result;
}

BRAID_MODEL(ssize_t, process_vm_writev,
            (pid_t process, const struct iovec *local, unsigned long locals, const struct iovec *remote,
             unsigned long remotes, unsigned long flags)) {
  if (!braid_is_active() || process != getpid())
    return process_vm_writev(process, local, locals, remote, remotes, flags);
  parts_lost(local, locals);
  ssize_t result = process_vm_writev(process, local, locals, remote, remotes, flags);
  parts_written(remote, remotes, result);
  return result;
}
