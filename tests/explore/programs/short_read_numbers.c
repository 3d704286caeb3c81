// Numbers of several bytes, of which the input may have only a part; read twice, copied, and read in parts.
// input: stdin 3
// values: 4,4,4
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
  unsigned short numbers[2] = {0x101, 0x101}, copy[2];
  unsigned char high = 7, low = 7;
  struct iovec parts[2] = {{&high, 1}, {&low, 1}};
  if (pread(0, numbers, sizeof numbers, 0) < 0)
    return 9;
  memcpy(copy, numbers, sizeof copy);
  if (copy[0] == 0x102)
    puts("first");
  if (copy[1] == 0x103)
    puts("second");
  lseek(0, 1, SEEK_SET);
  long count = readv(0, parts, 2);
  if (low == 3)
    puts("low");
  return count == 1 && high == 2 ? 1 : lseek(0, 0, SEEK_CUR) == 2 ? 2 : 0;
}
