/* See server.c. */
#ifndef BRAID_RUNTIME_REPLAY_SERVER_H
#define BRAID_RUNTIME_REPLAY_SERVER_H

/* In an answer beside the status of a run: it was in a state that it had been in before, and would never have
 * ended. */
enum { BRAID_PROOF_REPEATS = 1 << 24 };

/* Returns in the child of each run, with the descriptor of its values, which is the caller's to close; or at once
 * with -1 if nobody asked for a server. Only in programs that were linked with it. */
int braid_proof_serve(void) __attribute__((weak));

#endif
