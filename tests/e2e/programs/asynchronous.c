// Reading that goes on while the program does: the bytes are input when the program has asked how many there are. Until
// then, as behind other functions that write, memory carries no old labels.
// INPUT: PATTERN 64
// FLAGS: -D_GNU_SOURCE -pthread
// CANNOT-RESTART: timer_create
#include "check.h"
#include <aio.h>
#include <errno.h>
#include <signal.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <time.h>

static unsigned char buffer[16];

static void wait_for(struct aiocb *request) {
  const struct aiocb *list[] = {request};
  while (aio_error(request) == EINPROGRESS)
    aio_suspend(list, 1, NULL);
}

int main(void) {
  begin();
  for (unsigned i = 0; i < sizeof buffer; i++)
    buffer[i] = known_bytes[i] ^ (input_bytes[40] ^ known_bytes[40]);
  struct aiocb request = {.aio_fildes = 0, .aio_buf = buffer, .aio_nbytes = 8, .aio_offset = 4};
  if (aio_read(&request))
    return 1;
  wait_for(&request);
  CHECK(buffer[1] == known_bytes[5]); // CONCRETE
  CHECK(aio_return(&request) == 8);
  CHECK(buffer[1] == near(known_bytes[5]));    // TURNS
  CHECK(buffer[12] == near(known_bytes[12]));  // TURNS

  timer_t timer;
  struct itimerspec times, zeros;
  if (timer_create(CLOCK_MONOTONIC, NULL, &timer))
    return 1;
  memset(&zeros, 0, sizeof zeros);
  memset(&times, input_bytes[41] ^ known_bytes[41], sizeof times);
  timer_gettime(timer, &times);
  CHECK(memcmp(&times, &zeros, sizeof times) == 0); // CONCRETE
  timer_delete(timer);

  struct {
    long type;
    char text[4];
  } message = {1, "abc"}, received;
  memset(&received, input_bytes[42] ^ known_bytes[42], sizeof received);
  received.text[0] ^= 'a';
  received.type ^= 1;
  int queue = msgget(IPC_PRIVATE, 0600);
  if (queue >= 0 && msgsnd(queue, &message, 4, 0) == 0) {
    msgrcv(queue, &received, 4, 1, 0);
    CHECK(received.type == 1 && received.text[0] == 'a'); // CONCRETE
  }
  if (queue >= 0)
    msgctl(queue, IPC_RMID, NULL);
  return 0;
}
