/* What the models of output share. */
#ifndef BRAID_RUNTIME_MODELS_OUTPUT_H
#define BRAID_RUNTIME_MODELS_OUTPUT_H

#include "runtime/channels.h"

#include <stdio.h>

/* Where what was just written ends: at `place` -1 the descriptor stands behind it. */
__attribute__((visibility("hidden"))) int64_t braid_place_behind(int descriptor, int64_t place, int64_t done);

/* Output to a stream, which is locked, around the real call. The channel, or -1. */
__attribute__((visibility("hidden"))) int braid_stream_writes(FILE *file, braid_output *output,
                                                              const struct iovec *parts, int count);
__attribute__((visibility("hidden"))) void braid_stream_wrote(FILE *file, int channel, const braid_output *output,
                                                              int64_t done);
/* Its descriptor; -1 if it is one in memory. */
__attribute__((visibility("hidden"))) int braid_stream_descriptor(FILE *file);

#endif
