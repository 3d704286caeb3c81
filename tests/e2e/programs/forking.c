// A program that forks: the child is not recorded, the parent goes on being recorded.
// INPUT: PATTERN 32
// FORK
#include "check.h"
#include <sys/wait.h>

int main(void) {
  begin();
  TWINS(int, a);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    if (a == 5)
      puts("five in the child");
    _exit(a & 3);
  }
  int status;
  waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) == (known_a & 3)); // CONCRETE
  CHECK(a == near(known_a)); // TURNS
  return 0;
}
