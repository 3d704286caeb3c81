// A constructor asks for a marked variable.
// MARK: early "\x05"
// MARK: late "\x06"
#include <braid.h>
#include <stdio.h>

static char early, late;

__attribute__((constructor)) static void before(void) { braid_symbolic(&early, 1, "early"); }

int main(void) {
  braid_symbolic(&late, 1, "late");
  if (early == 7) // TURNS; BRANCH: not taken
    puts("seven");
  if (late == 6) // TURNS; BRANCH: taken
    puts("six");
  return 0;
}
