/* Models of making processes: where in the program that was. The process itself is not recorded (run.c). */
#define _GNU_SOURCE
#include "runtime/input.h"
#include "runtime/model.h"

#include <unistd.h>

BRAID_MODEL_FILE;

BRAID_MODEL(pid_t, fork, (void)) {
  braid_process_starts();
  return fork();
}

BRAID_MODEL(int, daemon, (int keep_folder, int keep_descriptors)) {
  braid_process_starts();
  int result = daemon(keep_folder, keep_descriptors);
  if (result >= 0)
    braid_cannot_restart("daemon");
  return result;
}
