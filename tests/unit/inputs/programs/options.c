/* Options of the command line, short and with a value. */
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int option, score = 0;
  opterr = 0;
  while ((option = getopt(argc, argv, "ax:")) != -1) {
    if (option == 'a')
      score += 1;
    if (option == '?')
      score += 10;
    if (option == 'x')
      if (optarg[0] == 'a')
        score += 50;
  }
  if (optind < argc)
    puts("something is left");
  printf("%d\n", score);
  return score;
}
