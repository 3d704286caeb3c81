/* Models of writing through descriptors. What is written keeps its labels where the program may read it again
 * (channels.h). Where in the file that was is asked afterwards, because a file that is opened for appending
 * decides itself. */
#define _GNU_SOURCE
#include "runtime/models/output.h"

#include "runtime/channels.h"
#include "runtime/model.h"
#include "runtime/models/text.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

BRAID_MODEL_FILE;
BRAID_OUTPUT_FILE;

#define WHERE_IT_STANDS (-1)

int64_t braid_place_behind(int descriptor, int64_t place, int64_t done) {
  int error = errno;
  struct stat status;
  int64_t end;
  if (place == WHERE_IT_STANDS)
    end = lseek(descriptor, 0, SEEK_CUR);
  else if (!(fcntl(descriptor, F_GETFL) & O_APPEND))
    end = place + done;
  else
    end = fstat(descriptor, &status) == 0 ? status.st_size : -1;
  errno = error;
  return end;
}

static ssize_t real_write(int descriptor, const void *bytes, size_t count, off_t place) {
  return place == WHERE_IT_STANDS ? write(descriptor, bytes, count) : pwrite(descriptor, bytes, count, place);
}

static ssize_t put(int descriptor, const void *bytes, size_t count, off_t place) {
  size_t all = BRAID_PLAIN(size_t, count);
  if (!braid_is_active() || braid_is_shown_output(descriptor)) {
    ssize_t done = real_write(descriptor, (const void *)BRAID_PLAIN(uintptr_t, (uintptr_t)bytes), all, place);
    return done == (ssize_t)all ? (ssize_t)count : done;
  }
  bytes = BRAID_READ(bytes, all);
  if (!braid_value_symbolic(count) && braid_output_is_plain(descriptor, bytes, all))
    return real_write(descriptor, bytes, all, place);
  braid_hold_begin();
  braid_decide_value(count);
  braid_hold_end();
  const struct iovec part = {(void *)bytes, all};
  const braid_output output = {.descriptor = descriptor, .parts = &part, .part_count = 1};
  int channel = braid_output_begin(&output);
  braid_hold_for(channel);
  ssize_t done = real_write(descriptor, bytes, all, place);
  if (channel >= 0)
    braid_output_end(channel, &output, done, braid_place_behind(descriptor, place, done));
  return done == (ssize_t)all ? (ssize_t)count : done;
}

BRAID_MODEL(ssize_t, write, (int descriptor, const void *bytes, size_t count)) {
  return put(descriptor, bytes, count, WHERE_IT_STANDS);
}

static ssize_t put_at(int descriptor, const void *bytes, size_t count, off_t place) {
  if (place < 0)
    return pwrite(descriptor, bytes, count, place);
  if (!braid_is_shown_output(descriptor))
    place = (off_t)braid_concrete((uint64_t)place, BRAID_LOST_MODEL);
  return put(descriptor, bytes, count, BRAID_PLAIN(off_t, place));
}

BRAID_MODEL(ssize_t, pwrite, (int descriptor, const void *bytes, size_t count, off_t place)) {
  return put_at(descriptor, bytes, count, place);
}
BRAID_MODEL(ssize_t, pwrite64, (int descriptor, const void *bytes, size_t count, off_t place)) {
  return put_at(descriptor, bytes, count, place);
}

/* --- several buffers --- their addresses and sizes are those of memory, which the real function reads */

static ssize_t real_write_parts(int descriptor, const struct iovec *parts, int count, off_t place) {
  return place == WHERE_IT_STANDS ? writev(descriptor, parts, count) : pwritev(descriptor, parts, count, place);
}

static bool are_plain(int descriptor, const struct iovec *parts, int count) {
  for (int i = 0; i < count; i++)
    if (!braid_output_is_plain(descriptor, parts[i].iov_base, parts[i].iov_len))
      return false;
  return true;
}

static ssize_t put_parts(int descriptor, const struct iovec *parts, int count, off_t place) {
  if (!braid_is_active() || braid_is_shown_output(descriptor) || count < 0)
    return real_write_parts(descriptor, parts, count, place);
  braid_bytes_lost(parts, (size_t)count * sizeof *parts);
  if (are_plain(descriptor, parts, count))
    return real_write_parts(descriptor, parts, count, place);
  const braid_output output = {.descriptor = descriptor, .parts = parts, .part_count = count};
  int channel = braid_output_begin(&output);
  ssize_t done = real_write_parts(descriptor, parts, count, place);
  if (channel >= 0)
    braid_output_end(channel, &output, done, braid_place_behind(descriptor, place, done));
  return done;
}

static ssize_t put_parts_at(int descriptor, const struct iovec *parts, int count, off_t place) {
  if (place < 0)
    return pwritev(descriptor, parts, count, place);
  return put_parts(descriptor, parts, count, (off_t)braid_concrete((uint64_t)place, BRAID_LOST_MODEL));
}

BRAID_MODEL(ssize_t, writev, (int descriptor, const struct iovec *parts, int count)) {
  return put_parts(descriptor, parts, count, WHERE_IT_STANDS);
}
BRAID_MODEL(ssize_t, pwritev, (int descriptor, const struct iovec *parts, int count, off_t place)) {
  return put_parts_at(descriptor, parts, count, place);
}
BRAID_MODEL(ssize_t, pwritev64, (int descriptor, const struct iovec *parts, int count, off_t place)) {
  return put_parts_at(descriptor, parts, count, place);
}

/* --- messages --- they go to somebody else, who may tell them to somebody who tells us */

static void sent(int socket, const struct msghdr *message) {
  const braid_output output = {
      .descriptor = socket, .parts = message->msg_iov, .part_count = (int)message->msg_iovlen};
  int channel = braid_output_begin(&output);
  if (channel >= 0)
    braid_output_end(channel, &output, BRAID_OUTPUT_UNKNOWN, -1);
}

BRAID_MODEL(ssize_t, sendmsg, (int socket, const struct msghdr *message, int flags)) {
  if (braid_is_active())
    sent(socket, message);
  return sendmsg(socket, message, flags);
}

BRAID_MODEL(int, sendmmsg, (int socket, struct mmsghdr *list, unsigned count, int flags)) {
  if (!braid_is_active())
    return sendmmsg(socket, list, count, flags);
  for (unsigned i = 0; i < count; i++)
    sent(socket, &list[i].msg_hdr);
  int result = sendmmsg(socket, list, count, flags);
  for (int i = 0; i < result; i++)
    braid_written(&list[i].msg_len, sizeof list[i].msg_len);
  return result;
}
