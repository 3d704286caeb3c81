/* What the kernels share: read the input, run the kernel, say how long it took.
 *
 * usage: PROGRAM REPETITIONS < input
 * The result goes to standard output, the shortest time in nanoseconds to standard error. */
#ifndef BRAID_BENCH_KERNEL_H
#define BRAID_BENCH_KERNEL_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Defined by each kernel. `data` may be changed. */
static uint32_t kernel(unsigned char *data, size_t size);

static uint64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int main(int argc, char **argv) {
  static unsigned char input[1 << 16], data[1 << 16];
  int repetitions = argc > 1 ? atoi(argv[1]) : 1;
  size_t size = 0;
  for (ssize_t got; (got = read(0, input + size, sizeof input - size)) > 0;)
    size += (size_t)got;
  uint64_t shortest = UINT64_MAX;
  uint32_t result = 0;
  for (int i = 0; i < repetitions; i++) {
    memcpy(data, input, sizeof data);
    uint64_t begin = nanoseconds();
    result = kernel(data, size);
    uint64_t time = nanoseconds() - begin;
    if (time < shortest)
      shortest = time;
  }
  printf("%u\n", result);
  fprintf(stderr, "%llu\n", (unsigned long long)shortest);
  return 0;
}

#endif
