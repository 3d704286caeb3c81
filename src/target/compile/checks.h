/* The environment variable that tells the pass to take over what Clang checks. Set by braid-cc for --braid-checks;
 * without it a builder's own -fsanitize=undefined stays Clang's. */
#ifndef BRAID_TARGET_COMPILE_CHECKS_H
#define BRAID_TARGET_COMPILE_CHECKS_H

#define BRAID_CHECKS_VARIABLE "BRAID_CHECKS"

#endif
