/* The behaviours of this program, each a function whose result is the exit status. */
#ifndef BEHAVIOURS_H
#define BEHAVIOURS_H

#include <stdint.h>

#define BEHAVIOUR(name) int name(void);
#include "behaviours.def"
#undef BEHAVIOUR

/* As main got them. */
extern int argument_count;
extern char **arguments;

/* Of the runtime: what the model of _exit calls. */
void braid_run_end(uint32_t end, int status) __attribute__((noreturn));

#endif
