/* System calls without the C library: they leave errno alone, go through no table that the dynamic linker
 * fills in lazily, and work while the library's own memory is being put back. The result is negative and is
 * an errno value when the call fails. */
#ifndef BRAID_RUNTIME_SYSTEM_H
#define BRAID_RUNTIME_SYSTEM_H

#include <sys/syscall.h>

static inline long braid_system_call(long number, long a, long b, long c, long d, long e, long f) {
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

#define BRAID_SYSTEM_ALL(number, a, b, c, d, e, f, ...)                                                           \
  braid_system_call(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))
/* BRAID_SYSTEM(read, 0, buffer, bytes): arguments that are left out are 0. */
#define BRAID_SYSTEM(name, ...) BRAID_SYSTEM_ALL(SYS_##name, ##__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)

#endif
