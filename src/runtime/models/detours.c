/* Models of calls by which input reaches the program, or data of the program comes back to it, past everything
 * that carries labels: copying between descriptors inside the kernel, asynchronous reads, descriptors that change
 * their numbers, parsers of the C library that look at all arguments. What happens is what always happens; that
 * labels were lost is on record. */
#define _GNU_SOURCE
#include "runtime/input.h"
#include "runtime/model.h"
#include "runtime/models/text.h"

#include <argp.h>
#include <unistd.h>

BRAID_MODEL_FILE;

/* --- standard output that goes elsewhere --- */

BRAID_MODEL(int, dup2, (int from, int to)) {
  if (to == STDOUT_FILENO || to == STDERR_FILENO)
    braid_output_is_redirected();
  return dup2(from, to);
}
BRAID_MODEL(int, dup3, (int from, int to, int flags)) {
  if (to == STDOUT_FILENO || to == STDERR_FILENO)
    braid_output_is_redirected();
  return dup3(from, to, flags);
}

/* --- arguments --- */

BRAID_MODEL(error_t, argp_parse,
            (const struct argp *parser, int count, char **arguments, unsigned flags, int *rest, void *input)) {
  for (int i = 0; braid_is_active() && i < count; i++)
    braid_text_lost(arguments[i]);
  return argp_parse(parser, count, arguments, flags, rest, input);
}
