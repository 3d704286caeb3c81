// One stream writes and reads: characters, a text and a block, at several positions.
// input: stdin 2
// values: 16,16
// kept
#include <stdio.h>

int main(void) {
  char text[3] = {0}, line[16];
  FILE *file = tmpfile();
  if (!file)
    return 4;
  for (int i = 0; i < 2; i++) {
    int c = getchar();
    if (c == EOF)
      return 3;
    text[i] = (char)(c & 15);
  }
  fputs("head\n", file);
  fputc(text[0], file);
  fputc('-', file);
  fwrite(text + 1, 1, 1, file);
  fputs("\ntail\n", file);
  fseek(file, 7, SEEK_SET);
  if (fgetc(file) == 3)
    return 1;
  rewind(file);
  if (!fgets(line, sizeof line, file) || !fgets(line, sizeof line, file))
    return 4;
  if (line[0] == 5)
    return 2;
  return 0;
}
