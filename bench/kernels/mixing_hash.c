/* A hash that mixes with exclusive or, shifts and additions. */
#include "kernel.h"

static uint32_t kernel(unsigned char *data, size_t size) {
  uint32_t hash = 17;
  for (size_t i = 0; i < size; i++) {
    hash ^= data[i];
    hash += hash << 5;
    hash ^= hash >> 7;
    hash += data[i] * 3u;
  }
  return hash;
}
