// A child adds to what it reads from a pipe, and sends it back.
// options: --stdin 1
// reason: the program made a process, which is not recorded
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  unsigned char c;
  if (read(0, &c, 1) != 1 || pipe(ends) != 0)
    return 3;
  if (fork() == 0) { // HERE
    c += 3;
    _exit(write(ends[1], &c, 1) != 1);
  }
  wait(NULL);
  if (read(ends[0], &c, 1) != 1)
    return 2;
  if (c == 'x')
    return 1;
  return 0;
}
