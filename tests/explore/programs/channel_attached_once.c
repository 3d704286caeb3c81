// Memory that is attached once is memory like any other.
// input: stdin 1
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/shm.h>

int main(void) {
  int c = getchar(), id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  if (c < 0 || id < 0)
    return 4;
  unsigned char *here = shmat(id, 0, 0);
  shmctl(id, IPC_RMID, 0);
  here[c & 3] = (unsigned char)c;
  if (here[2] == 'b')
    return 1;
  return 0;
}
