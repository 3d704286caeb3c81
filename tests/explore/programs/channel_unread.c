// What is printed to a file that nobody reads decides nothing: two paths, not one for each number of digits.
// input: stdin 1
// kept
#include <stdio.h>

int main(void) {
  unsigned char byte = 0;
  FILE *to = tmpfile();
  if (!to)
    return 4;
  if (fread(&byte, 1, 1, stdin) != 1)
    return 3;
  fprintf(to, "%d %s\n", byte * 10, byte % 2 ? "odd" : "even");
  fputc(byte, to);
  fclose(to);
  if (byte == 'u')
    return 1;
  return 0;
}
