// What the test programs share: conditions that are printed, and input whose bytes the program knows.
//
// With the input PATTERN, standard input holds the bytes pattern(0), pattern(1), ... TWINS(type, a) takes the
// next bytes of it twice: a is input, known_a is the same value computed. Comparing something done to a with the
// same done to near(known_a), which differs from it in its lowest bits, gives a condition that is false and that
// becomes true when one byte of input changes, whatever the operation is. Each use of near() gives another value,
// so that one condition can become true without those before it.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(condition)                                                                                          \
  do {                                                                                                            \
    if (condition)                                                                                                \
      puts("yes: " #condition);                                                                                   \
    else                                                                                                          \
      puts("no: " #condition);                                                                                    \
  } while (0)

static unsigned char input_bytes[1024], known_bytes[1024];
static unsigned input_at;

static inline unsigned char pattern(unsigned i) { return (unsigned char)(37 * i + 11); }

// Reads all of the input; to be called first.
static inline void begin(void) {
  for (unsigned i = 0; i < sizeof known_bytes; i++)
    known_bytes[i] = pattern(i);
  ssize_t count = read(0, input_bytes, sizeof input_bytes);
  if (count < 0)
    abort();
}

// The next bytes of the input as a value.
#define TAKE(type)                                                                                                \
  ({                                                                                                              \
    type taken;                                                                                                   \
    memcpy(&taken, input_bytes + input_at, sizeof taken);                                                         \
    input_at += sizeof taken;                                                                                     \
    taken;                                                                                                        \
  })

#define TWINS(type, name)                                                                                         \
  type known_##name;                                                                                              \
  memcpy(&known_##name, known_bytes + input_at, sizeof known_##name);                                             \
  type name = TAKE(type)

#define near(value) ((__typeof__(value))((value) ^ (2 + 2 * (__COUNTER__ % 31))))
