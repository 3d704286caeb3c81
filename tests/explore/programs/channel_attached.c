// Memory that is attached twice: what is written at one address and read at the other is not followed, and told.
// input: stdin 1
// incomplete: shared memory
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/shm.h>

int main(void) {
  int c = getchar(), id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  if (c < 0 || id < 0)
    return 4;
  unsigned char *here = shmat(id, 0, 0), *there = shmat(id, 0, 0);
  shmctl(id, IPC_RMID, 0);
  here[0] = (unsigned char)c;
  if (c == 'a')
    return 3;
  if (there[0] == 'b')
    return 1;
  return 0;
}
