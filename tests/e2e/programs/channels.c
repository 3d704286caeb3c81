// What goes through files and pipes keeps its symbols, as long as no other process takes part.
// INPUT: PATTERN 64
// FORK
#define _GNU_SOURCE
#include "check.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>

static void through_a_file(void) {
  int file = memfd_create("file", 0);
  if (file < 0 || write(file, input_bytes, 4) != 4) // LOST: OUTPUT
    abort();
  if (lseek(file, 0, SEEK_SET) != 0)
    abort();
  int number;
  if (read(file, &number, 4) != 4)
    abort();
  CHECK((number >> 8 & 255) == 0x56); // TURNS
  CHECK(lseek(file, 0, SEEK_END) == 7); // CONCRETE
  close(file);
}

static void through_streams(void) {
  FILE *file = tmpfile();
  int back;
  char text[8];
  fprintf(file, "%02x %c\n", input_bytes[1], input_bytes[2]);
  fputc(input_bytes[3], file);
  rewind(file);
  if (fscanf(file, "%x %c", &back, text) != 2)
    abort();
  CHECK(back == 99);       // TURNS
  CHECK(text[0] == 'q');   // TURNS
  CHECK(fgetc(file) == 2); // CONCRETE
  CHECK(fgetc(file) == 3); // TURNS
  fclose(file);
}

static void through_a_pipe(void) {
  int ends[2];
  char back[2];
  if (pipe(ends) != 0 || write(ends[1], "a", 1) != 1 || write(ends[1], input_bytes + 5, 1) != 1 ||
      read(ends[0], back, 2) != 2)
    abort();
  CHECK(back[0] == 5); // CONCRETE
  CHECK(back[1] == 5); // TURNS
  FILE *to = fdopen(ends[1], "w"), *from = fdopen(ends[0], "r");
  fputs("line ", to);
  fputc(input_bytes[6], to);
  fputs("\nmore", to);
  fclose(to);
  char line[16];
  if (!fgets(line, sizeof line, from))
    abort();
  CHECK(line[1] == 6); // CONCRETE
  CHECK(line[5] == 6); // TURNS
  CHECK(fgetc(from) == 'x'); // CONCRETE
  fclose(from);
}

// The loss is recorded where the first symbol went out, once.
static void through_another_process(void) {
  int ends[2], status;
  char back;
  int file = memfd_create("file", 0);
  if (pwrite(file, input_bytes + 8, 1, 0) != 1 || pipe(ends) != 0)
    abort();
  pid_t child = fork();
  if (child == 0) {
    if (pread(file, &back, 1, 0) != 1 || write(ends[1], &back, 1) != 1)
      abort();
    _exit(0);
  }
  if (waitpid(child, &status, 0) != child || read(ends[0], &back, 1) != 1)
    abort();
  CHECK(back == 8); // CONCRETE
}

int main(void) {
  begin();
  through_a_file();
  through_streams();
  through_a_pipe();
  through_another_process();
  return 0;
}
