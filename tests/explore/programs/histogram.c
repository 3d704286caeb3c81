// Letters counted in an array, and the largest count found.
// input: stdin 2
#include <ctype.h>
#include <stdio.h>

int main(void) {
  int counts[26] = {0}, c;
  while ((c = getchar()) != EOF)
    if (c >= 'a' && c <= 'd')
      counts[c - 'a']++;
  int best = 0;
  for (int i = 1; i < 4; i++)
    if (counts[i] > counts[best])
      best = i;
  if (counts[best] == 0)
    return 9;
  else
    return best;
}
