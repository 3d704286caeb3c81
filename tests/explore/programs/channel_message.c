// Bytes go through a pair of sockets as messages, which are not followed, and told.
// input: stdin 1
// incomplete: a socket
#define _GNU_SOURCE
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  char byte, back = 0;
  int ends[2];
  if (read(0, &byte, 1) != 1)
    return 3;
  struct iovec part = {&byte, 1};
  struct mmsghdr messages[1] = {{.msg_hdr = {.msg_iov = &part, .msg_iovlen = 1}}};
  if (byte == 'a' || socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0)
    return 4;
  if (byte == 'c' ? sendmmsg(ends[0], messages, 1, 0) != 1 : sendmsg(ends[0], &messages[0].msg_hdr, 0) != 1)
    return 5;
  return read(ends[1], &back, 1) == 1 && back == 'b';
}
