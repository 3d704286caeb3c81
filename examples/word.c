#include <stdio.h>
#include <string.h>

int main(void) {
  char word[32];
  if (scanf("%31s", word) != 1)
    return 1;
  if (strlen(word) == 5 && word[0] == 'b' && word[4] - word[0] == 2)
    puts("a word like braid");
  else
    puts("some other word");
  return 0;
}
