// The kernel copies a file that symbols were written to: that is not followed, and told.
// input: stdin 1
// incomplete: copied by the kernel
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

int main(void) {
  char byte, back = 0;
  if (read(0, &byte, 1) != 1)
    return 3;
  int one = memfd_create("one", 0), two = memfd_create("two", 0);
  off_t begin = 0;
  if (byte == 'a' || write(one, &byte, 1) != 1 || sendfile(two, one, &begin, 1) != 1)
    return 4;
  return pread(two, &back, 1, 0) == 1 && back == 'b';
}
