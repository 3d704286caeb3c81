/* Making a decision on purpose. A model that lets the real function do the work must still record which way
 * each condition on input went. The condition alone would be optimised away; the empty assembly keeps the
 * branch without doing anything. */
#ifndef BRAID_RUNTIME_MODELS_DECIDE_H
#define BRAID_RUNTIME_MODELS_DECIDE_H

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

#endif
