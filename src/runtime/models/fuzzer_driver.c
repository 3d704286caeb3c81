/* Running a libFuzzer harness without libFuzzer.
 *
 * With an engine the harness is called once, with the bytes of the DATA source. Otherwise, or if the engine has
 * other sources, it is called once for each file named on the command line and each file in a folder named
 * there, like libFuzzer does with files; without any, for standard input. Options of libFuzzer are ignored.
 *
 * The bytes always lie in a block of exactly their number, so that reading beyond them is an error that can be
 * seen. */
#define _GNU_SOURCE
#include "runtime/input.h"
#include "runtime/model.h"
#include "runtime/models/decide.h"
#include "runtime/models/fuzzer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

BRAID_MODEL_FILE;

extern ssize_t __braid_model_read(int descriptor, void *buffer, size_t bytes);

static void complain(const char *name) { dprintf(STDERR_FILENO, "%s: %s\n", name, strerror(errno)); }

/* `size` may be a symbol; `bytes` is how many there are in this run. */
static void call(fuzzer_test *test, const void *data, size_t bytes, size_t size) {
  uint8_t *block = malloc(bytes);
  if (!block && bytes) {
    complain("a copy of the input");
    exit(1);
  }
  memcpy(block, data, bytes);
  braid_copy_labels(block, data, bytes);
  test(block, size);
  free(block);
}

static void run_source(fuzzer_test *test, int source) {
  size_t bytes = braid_source_length(source);
  uint8_t *data = malloc(bytes ? bytes : 1);
  if (!data) {
    complain("the input");
    exit(1);
  }
  memcpy(data, braid_source_data(source), bytes);
  braid_label_input(data, source, 0, bytes);
  call(test, data, bytes, braid_source_size(source));
  free(data);
}

static bool run_descriptor(fuzzer_test *test, int descriptor, const char *name) {
  size_t room = 1 << 16, bytes = 0, size = 0;
  char *data = malloc(room);
  for (;;) {
    ssize_t got = data ? __braid_model_read(descriptor, data + bytes, room - bytes) : -1;
    if (BRAID_PLAIN(ssize_t, got) < 0) {
      complain(name);
      free(data);
      return false;
    }
    if (got == 0)
      break;
    size += (size_t)got;
    bytes += BRAID_PLAIN(size_t, got);
    if (bytes == room)
      data = realloc(data, room *= 2);
  }
  call(test, data, bytes, size);
  free(data);
  return true;
}

static bool run_file(fuzzer_test *test, const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    complain(path);
    return false;
  }
  if (!braid_is_active())
    dprintf(STDERR_FILENO, "Running: %s\n", path);
  bool good = run_descriptor(test, descriptor, path);
  close(descriptor);
  return good;
}

static bool is_folder(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool run_path(fuzzer_test *test, const char *path) {
  if (!is_folder(path))
    return run_file(test, path);
  struct dirent **entries;
  int count = scandir(path, &entries, NULL, alphasort);
  if (count < 0) {
    complain(path);
    return false;
  }
  bool good = true;
  for (int i = 0; i < count; i++) {
    char *inside;
    if (asprintf(&inside, "%s/%s", path, entries[i]->d_name) >= 0) {
      if (!is_folder(inside))
        good &= run_file(test, inside);
      free(inside);
    }
    free(entries[i]);
  }
  free(entries);
  return good;
}

__attribute__((weak, visibility("default"))) int LLVMFuzzerRunDriver(int *argc, char ***argv, fuzzer_test *test) {
  if (LLVMFuzzerInitialize)
    LLVMFuzzerInitialize(argc, argv);
  int source = braid_source_of_harness();
  if (source >= 0) {
    run_source(test, source);
    return 0;
  }
  bool good = true, any = false;
  for (int i = 1; i < *argc; i++)
    if ((*argv)[i][0] != '-') {
      any = true;
      good &= run_path(test, (*argv)[i]);
    }
  if (!any)
    good = run_descriptor(test, STDIN_FILENO, "standard input");
  return good ? 0 : 1;
}
