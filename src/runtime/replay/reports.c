/* What a build with sanitizers says of a run must reach whoever waits for it, whatever the program does: it may
 * close its standard error, or send it elsewhere, before a sanitizer has something to say. So sanitizers write to
 * a copy of it. */
#define _GNU_SOURCE
#include "runtime/replay/reports.h"

#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { OUT_OF_THE_WAY = 700 }; /* of the program's own descriptors, and below the usual limit of 1024 */

static int reports = STDERR_FILENO;

void __sanitizer_set_report_fd(void *descriptor) __attribute__((weak));

/* In a child the sanitizer would close it, for a file of the child's own. */
static void take_copy(void) { __sanitizer_set_report_fd((void *)(long)reports); }

void braid_keep_reports(void) {
  if (!__sanitizer_set_report_fd)
    return;
  int copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, OUT_OF_THE_WAY);
  if (copy < 0)
    return;
  reports = copy;
  take_copy();
  pthread_atfork(NULL, NULL, take_copy);
}

void braid_report(const char *line) {
  if (write(reports, line, strlen(line)) < 0)
    return; /* nobody listens */
}
