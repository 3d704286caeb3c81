/* Models of longjmp under its four names. */
#include "runtime/jumps.h"

#include "runtime/model.h"

BRAID_MODEL_FILE;

/* Declared with a plain pointer: what a jmp_buf holds is not our business. */
extern braid_jump_function real_longjmp __asm__("longjmp");
extern braid_jump_function real_underscore_longjmp __asm__("_longjmp");
extern braid_jump_function real_siglongjmp __asm__("siglongjmp");
extern braid_jump_function real_checked_longjmp __asm__("__longjmp_chk");

#define JUMP(name, real)                                                                                          \
  __attribute__((noreturn)) BRAID_MODEL(void, name, (void *environment, int value)) {                             \
    int arrives = value == 0 ? 1 : value;                                                                         \
    braid_jump(real, environment, &arrives);                                                                      \
  }

JUMP(longjmp, real_longjmp)
JUMP(_longjmp, real_underscore_longjmp)
JUMP(siglongjmp, real_siglongjmp)
JUMP(__longjmp_chk, real_checked_longjmp)
