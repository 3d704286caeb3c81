// Handlers interrupt anywhere: labels of arguments and results of the code they interrupt stay, and theirs do not
// leak into it. A timer makes many of them.
// INPUT: PATTERN 32
// NOTHING-LOST
#include "check.h"
#include <signal.h>
#include <sys/time.h>

static volatile sig_atomic_t count;
static int secret;

__attribute__((noinline)) static int symbolic(int a, int b) { return a + b; }

static void handler(int number) {
  (void)number;
  volatile int here = symbolic(secret, 3); // labelled arguments and a labelled result, in the handler
  (void)here;
  count++;
}

__attribute__((noinline)) static int plain(int a, int b) { return a * 3 + b; }

int main(void) {
  begin();
  TWINS(int, a);
  secret = a;
  struct sigaction action = {.sa_handler = handler};
  sigaction(SIGALRM, &action, NULL);
  struct itimerval timer = {{0, 200}, {0, 200}};
  setitimer(ITIMER_REAL, &timer, NULL);
  int total = 0;
  while (count < 20) {
    total += plain(1, 2) - 5;
    if (total != 0) // CONCRETE
      puts("wrong");
  }
  TWINS(int16_t, b);
  int sum = 0, known_sum = 0;
  for (int i = 0; i < 1000; i++) {
    sum = symbolic(sum, b) & 0xffffff;
    known_sum = (known_sum + known_b) & 0xffffff;
  }
  timer = (struct itimerval){{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &timer, NULL);
  CHECK(sum == ((known_sum + 1000) & 0xffffff)); // TURNS
  return 0;
}
