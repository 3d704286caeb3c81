/* Models made by tables: library functions that write into the caller's memory, and are followed no further.
 *
 * Such a function must not leave old labels on what it has written; and where it reads bytes that depend on
 * input, that is where they are lost, which has to be recorded. Everything else is the real function's. Each
 * table is also where models_text.def takes the names from:
 *
 *   BRAID_WRITER(type, name, (parameters), (arguments), before, after)
 *
 * `before` and `after` are statements around the call, `after` sees its `result`. */
#ifndef BRAID_RUNTIME_MODELS_WRITERS_H
#define BRAID_RUNTIME_MODELS_WRITERS_H

#include "runtime/model.h"
#include "runtime/models/text.h"

#include <wchar.h>

#define BRAID_WRITER(type, name, parameters, arguments, before, after)                                            \
  BRAID_MODEL(type, name, parameters) {                                                                           \
    if (!braid_is_active())                                                                                       \
      return name arguments;                                                                                      \
    before;                                                                                                       \
    type result = name arguments;                                                                                 \
    after;                                                                                                        \
    return result;                                                                                                \
  }

/* What a function does with its arguments. A null pointer stands for nothing everywhere. */
#define NOTHING ((void)0)
#define reads_text(text) braid_text_lost(text)
#define reads(pointer, bytes) ((pointer) ? braid_bytes_lost(pointer, bytes) : NOTHING)
#define reads_object(pointer) reads(pointer, sizeof *(pointer))
#define wrote(pointer, bytes) ((pointer) ? braid_written((void *)(pointer), bytes) : NOTHING)
#define wrote_object(pointer) wrote(pointer, sizeof *(pointer))
#define wrote_text(pointer) ((pointer) ? braid_written(pointer, strlen(pointer) + 1) : NOTHING)

/* Wide text, with its end. */
static inline void braid_wide_text_lost(const wchar_t *text) {
  if (text)
    braid_bytes_lost(text, (wcslen(text) + 1) * sizeof *text);
}

/* Of `room` units of a result that tells its length without the end, or -1. */
static inline size_t braid_units_written(size_t result, size_t room) { return result < room ? result + 1 : room; }

#endif
