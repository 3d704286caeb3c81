/* Functions that fill memory with random numbers. They are input only if the configuration says so
 * (docs/inputs.md); here they only forget the labels of what they overwrite. */
#include "runtime/model.h"

#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

BRAID_MODEL_FILE;

BRAID_MODEL(ssize_t, getrandom, (void *buffer, size_t bytes, unsigned flags)) {
  ssize_t result = getrandom(buffer, bytes, flags);
  if (result > 0 && braid_is_active())
    braid_written(buffer, (size_t)result);
  return result;
}

BRAID_MODEL(int, getentropy, (void *buffer, size_t bytes)) {
  int result = getentropy(buffer, bytes);
  if (result == 0 && braid_is_active())
    braid_written(buffer, bytes);
  return result;
}

BRAID_MODEL(int, rand_r, (unsigned *seed)) {
  int result = rand_r(seed);
  if (braid_is_active())
    braid_written(seed, sizeof *seed);
  return result;
}
