// Code that the program makes itself, at the very beginning of what is mapped: looking in front of it must not be
// fatal. What it is shown goes on record like that of any other code that is not followed.
// INPUT: PATTERN 16
#include "check.h"
#include <sys/mman.h>

typedef int function(const void *);

int main(void) {
  begin();
  unsigned char *pages = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  unsigned char *code = pages + 4096;
  memcpy(code, "\x0f\xb6\x07\xc3", 4); // movzbl (%rdi), %eax; ret
  munmap(pages, 4096);
  munmap(pages + 8192, 4096);
  mprotect(code, 4096, PROT_READ | PROT_EXEC);
  function *volatile made = (function *)code;
  CHECK(made(input_bytes + 3) == 5); // CONCRETE; LOST: SHOWN
  return 0;
}
