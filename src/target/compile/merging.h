/* The environment variable that makes the pass keep track of all of a program's state, for merging paths. Set by
 * braid-cc for --braid-merging. */
#ifndef BRAID_TARGET_COMPILE_MERGING_H
#define BRAID_TARGET_COMPILE_MERGING_H

#define BRAID_MERGING_VARIABLE "BRAID_MERGING"

#endif
