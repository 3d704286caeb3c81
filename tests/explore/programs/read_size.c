// What the system call read returns: the number of bytes decides.
// input: stdin 2
#include <unistd.h>

int main(void) {
  unsigned char data[8];
  ssize_t count = read(0, data, sizeof data);
  if (count <= 0)
    return 1;
  unsigned sum = 0;
  for (ssize_t i = 0; i < count; i++)
    sum += data[i];
  if (sum == 300)
    return 2;
  if (count == 1 && sum > 'k')
    return 3;
  else
    return 4;
}
