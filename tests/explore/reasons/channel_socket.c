// What goes through a socket comes back as a constant.
// options: --stdin 1
// reason: a value that depends on input was lost
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  char c, back = 0;
  if (read(0, &c, 1) != 1 || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    return 3;
  if (send(ends[0], &c, 1, 0) != 1 || recv(ends[1], &back, 1, 0) != 1) // HERE
    return 2;
  if (back == 'x')
    return 1;
  return 0;
}
