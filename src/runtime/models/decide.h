/* Making a decision on purpose. A model that lets the real function do the work must still record which way
 * each condition on input went. The condition alone would be optimised away; the empty assembly keeps the
 * branch without doing anything. */
#ifndef BRAID_RUNTIME_MODELS_DECIDE_H
#define BRAID_RUNTIME_MODELS_DECIDE_H

#include <stdint.h>
#include <string.h>

#define BRAID_DECIDE(condition)                                                                                   \
  do {                                                                                                            \
    if (condition)                                                                                                \
      __asm__ volatile("");                                                                                       \
  } while (0)

/* What a value is in this run, without its label and without recording a loss: for asking whether what a model
 * derived is what the real function did. The library copies bytes, not labels. */
#define BRAID_PLAIN(type, value)                                                                                  \
  __extension__({                                                                                                 \
    type labelled_ = (value), plain_;                                                                             \
    memcpy(&plain_, &labelled_, sizeof(type));                                                                    \
    plain_;                                                                                                       \
  })

/* Which value it is, by questions that do not depend on it: so two runs that differ in it part at one of them. */
static inline void braid_decide_value(uint64_t value) {
  uint64_t low = 0, high = 1;
  while (high && value >= high) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    uint64_t middle = low + (high - low) / 2;
    if (value >= middle)
      low = middle;
    else
      high = middle;
  }
}

#endif
