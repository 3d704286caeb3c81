// Bytes go through a pair of sockets, which is not followed, and told.
// input: stdin 1
// incomplete: a socket
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  char byte, back = 0;
  int ends[2];
  if (read(0, &byte, 1) != 1)
    return 3;
  if (byte == 'a' || socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0 || write(ends[0], &byte, 1) != 1)
    return 4;
  return read(ends[1], &back, 1) == 1 && back == 'b';
}
