/* The environment variable that tells the pass which functions return input: names separated by commas. Set by
 * braid-cc from --braid-input, or by a user for a whole build. */
#ifndef BRAID_TARGET_COMPILE_INPUT_FUNCTIONS_H
#define BRAID_TARGET_COMPILE_INPUT_FUNCTIONS_H

#define BRAID_INPUT_FUNCTIONS_VARIABLE "BRAID_INPUT_FUNCTIONS"

#endif
