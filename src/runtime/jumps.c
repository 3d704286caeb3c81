/* The label of the value that longjmp makes setjmp return: it travels like that of any result, under a tag of its
 * own, because the function that returns is not the one that was called last. The model has put the value into
 * memory, where its label can be looked up. */
#include "runtime/jumps.h"

void braid_jump(braid_jump_function *jump, void *environment, int *value) {
  braid_label label = __braid_load(value, sizeof *value, NULL);
  if (label) {
    __braid_thread.ret[0] = label;
    __braid_thread.ret_tag = (void *)BRAID_TAG_SETJMP;
  }
  jump(environment, *value);
}
