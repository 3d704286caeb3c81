// A constructor reads a file that is input.
// FILE: settings "level=3\n"
// RESTARTS
// FILE: other "o"
// NOTHING-LOST
#include <stdio.h>

static char level[8];

__attribute__((constructor)) static void early(void) {
  FILE *file = fopen("settings", "r");
  if (file && fgets(level, sizeof level, file) && level[6] == '7') // TURNS
    puts("level 7");
  if (file)
    fclose(file);
}

int main(void) {
  if (level[0] == 'm') // TURNS
    puts("model");
  printf("%s\n", level);
  return 0;
}
