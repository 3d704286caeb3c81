/* For the authors of library models: what a model may use besides ordinary C.
 *
 * A model is a function of ours that stands in for a library function in calls from instrumented code (the
 * pass renames them by src/runtime/models.def). It is itself compiled with our instrumentation, so that its
 * own comparisons and assignments carry symbols: writing the function plainly, byte by byte, gives the right
 * meaning. Inside a model every library function means the real one.
 *
 * The rule: a model returns what the real function returns, has the same effects (errno included), and calls
 * the real function when nothing symbolic is involved. */
#ifndef BRAID_RUNTIME_MODEL_H
#define BRAID_RUNTIME_MODEL_H

#include "runtime/api.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Marks a file as models: calls in it are not renamed. */
#define BRAID_MODEL_FILE __attribute__((used)) static const char __braid_model_file = 1
/* Beside it: the models take care of what is written themselves (channels.h). */
#define BRAID_OUTPUT_FILE __attribute__((used)) static const char __braid_output_file = 1
/* Weak: a program that defines a function of the same name keeps its own. */
#define BRAID_MODEL(result, name, parameters)                                                                     \
  __attribute__((weak, visibility("default"))) result __braid_model_##name parameters

/* False while the program is inert, and in processes it forked. True before main, where nothing has a label. */
bool braid_is_active(void);
/* True if a byte of the range carries a label. Cheap when there is none. */
bool braid_any_symbolic(const void *address, size_t bytes);
/* True if the value's own label is not 0 (a macro would lose it: the argument's label is looked at). */
bool braid_value_symbolic(uint64_t value);
/* The same value without its label; the loss is recorded at the caller of the model with the given reason
 * (enum braid_lost). */
uint64_t braid_concrete(uint64_t value, int reason);
/* Like braid_concrete for a length that a memory operation or an allocation is about to use (LENGTH event). */
size_t braid_concrete_length(size_t length, bool allocation);
/* The same for a length of memory at `to`, and at `from`; one of them may be null. Whether it can be more than
 * what is there is asked (a CHECK event). */
size_t braid_length_within(size_t length, const void *to, const void *from);
/* Like braid_concrete for a pointer through which the model is about to reach that many bytes (ADDRESS event). */
void *braid_concrete_address(const void *address, size_t bytes, bool write);
/* A real library function has just written this range: forget the labels. */
void braid_written(void *address, size_t bytes);
/* The labels of a range, copied (overlap allowed). */
void braid_copy_labels(void *to, const void *from, size_t bytes);

/* The result of a library function that the trace has an operation for (of shape FCALL, a constant in the call),
 * with a label made of the operands' labels; y is 0 for a function of one number. */
double braid_called_double(int op, double x, double y, double result);
float braid_called_float(int op, float x, float y, float result);

/* An operation that can go wrong: whether it does, and which it is (enum braid_check, a constant). Nothing happens
 * in this run; a CHECK event is recorded if `wrong` depends on input or holds. The pass puts code in its place. */
void __braid_mark_check(bool wrong, uint32_t check);

/* The model of a function of trace/answers.def gives an answer that is not input. */
void braid_answered(void);

/* --- input (src/runtime/inputs.c) --- */
/* The source this descriptor reads from, or -1. Recognised by device and inode, so dup and reopen are fine. */
int braid_source_of_descriptor(int descriptor);
/* The program reads from something that is not input: what it wrote itself may come back (round_trips.c). */
void braid_read_back(void);
/* Labels bytes [offset, offset+bytes) of a source onto memory that already holds these bytes; bytes that
 * differ from the source's (changed by the program on the way) are left concrete. */
void braid_label_input(void *to, int source, uint64_t offset, size_t bytes);
/* The source's length; symbolic if the engine asked for symbolic lengths. */
uint64_t braid_source_size(int source);
/* Makes a value of 'bytes' bytes from the next MARK or CALL source and labels it (kind: enum braid_source_kind).
 */
void braid_make_symbolic(void *to, size_t bytes, const char *name, int kind);

/* Something in the kernel changed that a restart in the process cannot put back (a word for the report, such
 * as "chdir"); from now on this program is forked for each run. */
void braid_cannot_restart(const char *what);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
