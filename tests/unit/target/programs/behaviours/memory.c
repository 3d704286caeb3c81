/* Behaviours that leave their traces in memory: data, heap, stack, mappings. */
#include "behaviours.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int zeroed, initialised = 41;
static char table[100000] = "table";
static _Thread_local int in_thread_storage = 7;

int statics(void) {
  static int calls;
  printf("%d %d %d %d %s %d\n", zeroed, initialised, in_thread_storage, calls, table, table[99999]);
  zeroed = 1, initialised++, in_thread_storage++, calls++;
  memset(table, 'x', sizeof table - 1);
  return zeroed + initialised;
}

int heap(void) {
  uint64_t sum = 0;
  char *blocks[64];
  for (int i = 0; i < 64; i++) {
    blocks[i] = malloc((size_t)i * 37 + 1);
    memset(blocks[i], i, (size_t)i * 37 + 1);
  }
  for (int i = 0; i < 64; i += 2)
    free(blocks[i]);
  for (int i = 1; i < 64; i += 2)
    sum += (unsigned char)blocks[i][i];
  printf("%lu\n", sum);
  return 0;
}

int large_heap(void) {
  char *first = malloc(5 << 20), *second = calloc(1, 3 << 20);
  uint64_t sum = 0;
  for (int i = 0; i < 3 << 20; i += 4096)
    sum += (unsigned char)second[i];
  memset(first, 1, 5 << 20);
  memset(second, 2, 3 << 20);
  first = realloc(first, 9 << 20);
  printf("%lu %d %d\n", sum, first[(5 << 20) - 1], second[(3 << 20) - 1]);
  return 0;
}

/* The same in each process of one server, with and without a fork. */
int addresses(void) {
  int local;
  printf("%p %p %p %p\n", (void *)&zeroed, malloc(10), malloc(1 << 20), (void *)&local);
  return 0;
}

static __attribute__((noinline)) uint64_t dead_stack(void) {
  volatile uint64_t room[4096];
  uint64_t sum = 0;
  for (int i = 0; i < 4096; i++) {
    sum = sum * 31 + room[i];
    room[i] = (uint64_t)i * 0x123456789;
  }
  return sum;
}

int uninitialised(void) {
  unsigned char *block = malloc(5000);
  uint64_t sum = 0;
  for (int i = 0; i < 5000; i++)
    sum = sum * 31 + block[i];
  memset(block, 0xee, 5000);
  free(block);
  printf("%lx %lx\n", dead_stack(), sum);
  return 0;
}

static __attribute__((noinline)) int recurse(int depth) {
  volatile char room[1000];
  memset((char *)room, depth, sizeof room);
  return depth == 0 ? room[10] : recurse(depth - 1) + room[10];
}

int deep(void) { return recurse(3000) & 0x7f; }
int endless_recursion(void) { return recurse(-1); }

int maps_memory(void) {
  char *memory = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  printf("%d\n", memory[5000]);
  memset(memory, 1, 1 << 20);
  return 0;
}

static char page_of_data[3 * 4096] = "data";

static char *middle_page(void) { return (char *)(((uintptr_t)page_of_data + 4095) & ~4095ul); }

int unmaps_data(void) {
  printf("%d\n", middle_page()[0]);
  return munmap(middle_page(), 4096);
}

int protects_data(void) {
  middle_page()[1]++;
  printf("%d\n", middle_page()[1]);
  return mprotect(middle_page(), 4096, PROT_READ);
}

int forgets_data(void) {
  printf("%d\n", middle_page()[2]);
  middle_page()[2] = 9;
  return madvise(middle_page(), 4096, MADV_DONTNEED);
}

/* A page with contents of before main, which no run writes to. */
static char made_early[3 * 4096];

static char *early_page(void) { return (char *)(((uintptr_t)made_early + 4095) & ~(uintptr_t)4095); }

__attribute__((constructor)) static void make_early(void) { early_page()[7] = 7; }

int forgets_unwritten_data(void) {
  printf("%d\n", early_page()[7]);
  return madvise(early_page(), getchar() == 'k' ? 0 : 4096, MADV_DONTNEED); /* keeps it, or not */
}

/* Everything writable, in whatever order the system lists it, until something breaks. */
int wild_writes(void) {
  int maps = open("/proc/self/maps", O_RDONLY);
  static char text[1 << 16], *at = text;
  ssize_t length = 0, got;
  while ((got = read(maps, text + length, sizeof text - 1 - (size_t)length)) > 0)
    length += got;
  unsigned long begin, end;
  char rights[8];
  for (; sscanf(at, "%lx-%lx %7s", &begin, &end, rights) == 3; at = strchr(at, '\n') + 1)
    if (rights[1] == 'w' && ((char *)begin > text + sizeof text || (char *)end < text))
      for (char *byte = (char *)begin; byte < (char *)end; byte += 61)
        *byte = (char)0xa5;
  return 5;
}

int takes_memory(void) {
  int blocks = 0;
  while (blocks < 4096) {
    char *block = malloc(1 << 20);
    if (!block)
      break;
    memset(block, 1, 1 << 20);
    __asm__ volatile("" : : "r"(block) : "memory"); /* or the compiler would see that nobody needs it */
    blocks++;
  }
  printf("%s\n", blocks < 4096 ? "limited" : "not limited");
  return 0;
}
