// Bytes go through a pipe, in their order, in parts other than those they were written in.
// input: stdin 3
// values: 4,4,4
// kept
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
  char bytes[3], first = 0, rest[4];
  int ends[2];
  for (int i = 0; i < 3; i++) {
    if (read(0, bytes + i, 1) != 1)
      return 3;
    bytes[i] &= 3;
  }
  if (pipe(ends) != 0 || write(ends[1], "k", 1) != 1)
    return 4;
  struct iovec parts[] = {{bytes, 1}, {bytes + 1, 1}};
  if (writev(ends[1], parts, 2) != 2 || read(ends[0], &first, 1) != 1 || first != 'k')
    return 4;
  if (read(ends[0], &first, 1) != 1 || write(ends[1], bytes + 2, 1) != 1 || read(ends[0], rest, 4) != 2)
    return 4;
  if (first != 1 || rest[0] != 2)
    return 0;
  if (rest[1] == 3)
    return 1;
  return 2;
}
