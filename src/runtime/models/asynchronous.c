/* Models of reading that goes on while the program does. The bytes get their labels when the program asks how many
 * there are, with aio_return; until then the memory is on its way from one content to the other and carries none.
 */
#define _GNU_SOURCE
#include "runtime/input.h"
#include "runtime/model.h"

#include <aio.h>

BRAID_MODEL_FILE;

_Static_assert(sizeof(struct aiocb) == sizeof(struct aiocb64), "one model serves both");

static void begins(const struct aiocb *request) {
  if (!braid_is_active())
    return;
  braid_written((void *)request->aio_buf, request->aio_nbytes);
  braid_escapes(request->aio_fildes); /* how much arrives depends on the length */
}

static void has_read(const struct aiocb *request, size_t bytes) {
  void *buffer = (void *)request->aio_buf;
  int source = braid_source_of_descriptor(request->aio_fildes);
  if (source >= 0)
    braid_label_input(buffer, source, (uint64_t)request->aio_offset, bytes);
  else
    braid_written(buffer, bytes);
}

static int read_begins(struct aiocb *request) {
  begins(request);
  return aio_read(request);
}

/* The library keeps in the request what it was for. */
static ssize_t returned(struct aiocb *request) {
  ssize_t result = aio_return(request);
  if (result > 0 && (request->aio_lio_opcode & 127) == LIO_READ && braid_is_active())
    has_read(request, (size_t)result);
  return result;
}

BRAID_MODEL(int, aio_read, (struct aiocb * request)) { return read_begins(request); }
BRAID_MODEL(int, aio_read64, (struct aiocb * request)) { return read_begins(request); }
BRAID_MODEL(ssize_t, aio_return, (struct aiocb * request)) { return returned(request); }
BRAID_MODEL(ssize_t, aio_return64, (struct aiocb * request)) { return returned(request); }

static int list_begins(int mode, struct aiocb *const list[], int count, struct sigevent *event) {
  for (int i = 0; i < count; i++)
    if (list[i] && list[i]->aio_lio_opcode == LIO_READ)
      begins(list[i]);
  return lio_listio(mode, list, count, event);
}

BRAID_MODEL(int, lio_listio, (int mode, struct aiocb *const list[], int count, struct sigevent *event)) {
  return list_begins(mode, list, count, event);
}
BRAID_MODEL(int, lio_listio64, (int mode, struct aiocb *const list[], int count, struct sigevent *event)) {
  return list_begins(mode, list, count, event);
}
