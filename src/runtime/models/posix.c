/* Models of reading through descriptors. The kernel says where a descriptor stands in its file, before the real
 * call reads from there; afterwards the bytes that arrived get the labels of these places. How many arrived
 * depends on the length of the source, and so does the result when that length is a symbol. */
#define _GNU_SOURCE
#include "runtime/models/posix.h"

#include "runtime/channels.h"
#include "runtime/input.h"
#include "runtime/model.h"
#include "runtime/models/decide.h"
#include "runtime/models/text.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

BRAID_MODEL_FILE;

extern ssize_t __read_chk(int, void *, size_t, size_t);
extern ssize_t __pread_chk(int, void *, size_t, off_t, size_t);
extern ssize_t __recv_chk(int, void *, size_t, size_t, int);
extern ssize_t __recvfrom_chk(int, void *, size_t, size_t, int, struct sockaddr *, socklen_t *);

/* Where the descriptor stands, or -1; errno stays as it is. */
static off_t place_of(int descriptor) {
  int error = errno;
  off_t place = lseek(descriptor, 0, SEEK_CUR);
  errno = error;
  return place;
}

/* The source and the place in it that a call is going to read. */
typedef struct origin {
  int source; /* -1: none */
  uint64_t place;
} origin;

/* `place`: -1 for where the descriptor stands. */
static origin origin_of(int descriptor, off_t place) {
  origin from = {braid_source_of_descriptor(descriptor), 0};
  if (from.source < 0) {
    braid_read_back();
    return from;
  }
  if (braid_channel_is_pipe(from.source))
    place = braid_channel_place(from.source, NULL, descriptor);
  else if (place < 0)
    place = place_of(descriptor);
  if (place < 0 && !braid_is_channel(from.source))
    from.source = -1;
  from.place = (uint64_t)place;
  return from;
}

/* After a read that may have waited for a thread that writes: what was no channel then may be one now. */
static origin origin_since(int descriptor, origin from) {
  if (from.source >= 0)
    return from;
  int error = errno;
  from.source = braid_channel_since(descriptor);
  if (from.source >= 0)
    from.place = (uint64_t)braid_channel_place(from.source, NULL, descriptor);
  errno = error;
  return from;
}

/* Where the bytes of a read go. */
typedef struct parts {
  const struct iovec *list;
  int count;
} parts;

static size_t all_of(parts to) {
  size_t wanted = 0;
  for (int i = 0; i < to.count; i++)
    wanted += to.list[i].iov_len;
  return wanted;
}

/* Before the real call. */
static void reading(origin from, parts to) {
  uint64_t place = from.place;
  for (int i = 0; from.source >= 0 && i < to.count; place += to.list[i++].iov_len)
    braid_reading(to.list[i].iov_base, from.source, place, to.list[i].iov_len, i > 0);
}

static void label(origin from, parts to, size_t got, bool depends_on_length) {
  uint64_t place = from.place;
  for (int i = 0; i < to.count; place += to.list[i++].iov_len) {
    size_t room = to.list[i].iov_len, here = room < got ? room : got;
    if (from.source < 0) {
      braid_written(to.list[i].iov_base, here);
    } else {
      braid_label_input(to.list[i].iov_base, from.source, place, here);
      if (depends_on_length)
        braid_label_short_input(to.list[i].iov_base, from.source, place, here, room);
    }
    got -= here;
  }
}

/* After it. How much arrived follows from the length of the source: all that was wanted or all there was. If
 * something else happened, the number is only a number. Nothing is decided yet. */
static ssize_t arrived(origin from, parts to, ssize_t got) {
  size_t wanted = all_of(to), came = got > 0 ? (size_t)got : 0;
  uint64_t length = from.source < 0 ? 0 : braid_source_length(from.source);
  uint64_t left = length > from.place ? length - from.place : 0;
  bool is_input = from.source >= 0 && !braid_is_channel(from.source);
  bool depends_on_length = is_input && got >= 0 && wanted > 0 && came == (left < wanted ? left : wanted);
  label(from, to, came, depends_on_length);
  if (braid_channel_is_pipe(from.source))
    braid_channel_taken(from.source, came);
  return depends_on_length ? (ssize_t)braid_source_count(from.source, from.place, wanted) : got;
}

/* --- read --- */

/* Where a descriptor stands after a read depends on the length, if the end cut the read short, and then the next
 * read finds nothing, for every such length. The place alone, a mere number, does not say that. So whether the
 * last read was cut short is decided when it matters: before the next one. */
#define DESCRIPTORS 1024
static struct {
  int source; /* and 1; 0: nothing was read, or not from there */
  bool is_end;
  uint64_t place, wish; /* where it stands, and where it would stand if there had been enough */
} last_reads[DESCRIPTORS];

void braid_reads_forgotten(int descriptor) {
  if (descriptor >= 0 && descriptor < DESCRIPTORS)
    last_reads[descriptor].source = 0;
}

static bool stands_at_end(int descriptor, origin from) {
  if (descriptor < 0 || descriptor >= DESCRIPTORS || last_reads[descriptor].source != from.source + 1 ||
      last_reads[descriptor].place != from.place)
    return false;
  BRAID_DECIDE(braid_source_size(from.source) < last_reads[descriptor].wish);
  return last_reads[descriptor].is_end;
}

static void note_read(int descriptor, origin from, size_t wanted, ssize_t got) {
  if (descriptor < 0 || descriptor >= DESCRIPTORS)
    return;
  bool is_input = from.source >= 0 && !braid_is_channel(from.source);
  last_reads[descriptor].source = is_input && got >= 0 ? from.source + 1 : 0;
  last_reads[descriptor].place = from.place + (uint64_t)(got > 0 ? got : 0);
  last_reads[descriptor].wish = from.place + wanted;
  last_reads[descriptor].is_end = got >= 0 && (size_t)got < wanted && from.source >= 0 &&
                                  from.place + (uint64_t)got == braid_source_length(from.source);
}

static ssize_t read_from(int descriptor, void *buffer, size_t bytes) {
  if (!braid_is_active())
    return read(descriptor, buffer, bytes);
  bytes = braid_length_within(bytes, buffer, NULL);
  buffer = BRAID_WRITE(buffer, bytes);
  origin from = origin_of(descriptor, -1);
  const struct iovec one = {buffer, bytes};
  if (from.source >= 0 && stands_at_end(descriptor, from))
    return read(descriptor, buffer, bytes);
  reading(from, (parts){&one, 1});
  ssize_t got = read(descriptor, buffer, bytes);
  note_read(descriptor, from, bytes, got);
  return arrived(origin_since(descriptor, from), (parts){&one, 1}, got);
}

static ssize_t read_at(int descriptor, void *buffer, size_t bytes, off_t place) {
  if (!braid_is_active() || place < 0)
    return pread(descriptor, buffer, bytes, place);
  bytes = braid_length_within(bytes, buffer, NULL);
  place = (off_t)braid_concrete((uint64_t)place, BRAID_LOST_MODEL);
  buffer = BRAID_WRITE(buffer, bytes);
  origin from = origin_of(descriptor, place);
  const struct iovec one = {buffer, bytes};
  reading(from, (parts){&one, 1});
  return arrived(from, (parts){&one, 1}, pread(descriptor, buffer, bytes, place));
}

BRAID_MODEL(ssize_t, read, (int descriptor, void *buffer, size_t bytes)) {
  return read_from(descriptor, buffer, bytes);
}
BRAID_MODEL(ssize_t, __read_chk, (int descriptor, void *buffer, size_t bytes, size_t room)) {
  return bytes > room ? __read_chk(descriptor, buffer, bytes, room) : read_from(descriptor, buffer, bytes);
}
BRAID_MODEL(ssize_t, pread, (int descriptor, void *buffer, size_t bytes, off_t place)) {
  return read_at(descriptor, buffer, bytes, place);
}
BRAID_MODEL(ssize_t, pread64, (int descriptor, void *buffer, size_t bytes, off_t place)) {
  return read_at(descriptor, buffer, bytes, place);
}
BRAID_MODEL(ssize_t, __pread_chk, (int descriptor, void *buffer, size_t bytes, off_t place, size_t room)) {
  return bytes > room ? __pread_chk(descriptor, buffer, bytes, place, room)
                      : read_at(descriptor, buffer, bytes, place);
}
BRAID_MODEL(ssize_t, __pread64_chk, (int descriptor, void *buffer, size_t bytes, off_t place, size_t room)) {
  return bytes > room ? __pread_chk(descriptor, buffer, bytes, place, room)
                      : read_at(descriptor, buffer, bytes, place);
}

/* --- several buffers --- */

BRAID_MODEL(ssize_t, readv, (int descriptor, const struct iovec *list, int count)) {
  if (!braid_is_active())
    return readv(descriptor, list, count);
  const parts to = {list, count};
  origin from = origin_of(descriptor, -1);
  if (from.source >= 0 && stands_at_end(descriptor, from))
    return readv(descriptor, list, count);
  reading(from, to);
  ssize_t got = readv(descriptor, list, count);
  note_read(descriptor, from, all_of(to), got);
  return arrived(origin_since(descriptor, from), to, got);
}

static ssize_t read_parts_at(int descriptor, const struct iovec *list, int count, off_t place) {
  if (!braid_is_active() || place < 0)
    return preadv(descriptor, list, count, place);
  place = (off_t)braid_concrete((uint64_t)place, BRAID_LOST_MODEL);
  origin from = origin_of(descriptor, place);
  reading(from, (parts){list, count});
  return arrived(from, (parts){list, count}, preadv(descriptor, list, count, place));
}

BRAID_MODEL(ssize_t, preadv, (int descriptor, const struct iovec *list, int count, off_t place)) {
  return read_parts_at(descriptor, list, count, place);
}
BRAID_MODEL(ssize_t, preadv64, (int descriptor, const struct iovec *list, int count, off_t place)) {
  return read_parts_at(descriptor, list, count, place);
}

/* A place of -1 is where the descriptor stands. */
static ssize_t read_parts_with(int descriptor, const struct iovec *list, int count, off_t place, int flags) {
  if (!braid_is_active())
    return preadv2(descriptor, list, count, place, flags);
  place = (off_t)braid_concrete((uint64_t)place, BRAID_LOST_MODEL);
  origin from = origin_of(descriptor, place);
  reading(from, (parts){list, count});
  return arrived(from, (parts){list, count}, preadv2(descriptor, list, count, place, flags));
}

BRAID_MODEL(ssize_t, preadv2, (int descriptor, const struct iovec *list, int count, off_t place, int flags)) {
  return read_parts_with(descriptor, list, count, place, flags);
}
BRAID_MODEL(ssize_t, preadv64v2, (int descriptor, const struct iovec *list, int count, off_t place, int flags)) {
  return read_parts_with(descriptor, list, count, place, flags);
}

/* --- sockets, and waiting for them --- what they deliver is not input, but it overwrites memory. */

static ssize_t arrived_from_elsewhere(void *buffer, ssize_t got) {
  braid_read_back();
  if (got > 0)
    braid_written(buffer, (size_t)got);
  return got;
}

/* The address of the sender, in at most the room that was given for it. */
static void address_arrived(struct sockaddr *address, socklen_t room, socklen_t *length) {
  if (!length)
    return;
  if (address)
    braid_written(address, room);
  braid_written(length, sizeof *length);
}

BRAID_MODEL(ssize_t, recv, (int socket, void *buffer, size_t bytes, int flags)) {
  if (!braid_is_active())
    return recv(socket, buffer, bytes, flags);
  bytes = braid_length_within(bytes, buffer, NULL);
  return arrived_from_elsewhere(buffer, recv(socket, buffer, bytes, flags));
}

BRAID_MODEL(ssize_t, __recv_chk, (int socket, void *buffer, size_t bytes, size_t room, int flags)) {
  if (!braid_is_active())
    return __recv_chk(socket, buffer, bytes, room, flags);
  bytes = braid_length_within(bytes, buffer, NULL);
  return arrived_from_elsewhere(buffer, __recv_chk(socket, buffer, bytes, room, flags));
}

BRAID_MODEL(ssize_t, recvfrom,
            (int socket, void *buffer, size_t bytes, int flags, struct sockaddr *address, socklen_t *length)) {
  if (!braid_is_active())
    return recvfrom(socket, buffer, bytes, flags, address, length);
  socklen_t room = length ? *length : 0;
  bytes = braid_length_within(bytes, buffer, NULL);
  ssize_t got = recvfrom(socket, buffer, bytes, flags, address, length);
  address_arrived(address, room, length);
  return arrived_from_elsewhere(buffer, got);
}

BRAID_MODEL(ssize_t, __recvfrom_chk,
            (int socket, void *buffer, size_t bytes, size_t room_of_buffer, int flags, struct sockaddr *address,
             socklen_t *length)) {
  if (!braid_is_active())
    return __recvfrom_chk(socket, buffer, bytes, room_of_buffer, flags, address, length);
  socklen_t room = length ? *length : 0;
  bytes = braid_length_within(bytes, buffer, NULL);
  ssize_t got = __recvfrom_chk(socket, buffer, bytes, room_of_buffer, flags, address, length);
  address_arrived(address, room, length);
  return arrived_from_elsewhere(buffer, got);
}

/* Room for what comes along with the bytes of a message, as it was before the call. */
typedef struct room {
  socklen_t name;
  size_t control;
} room;

static room room_of(const struct msghdr *message) { return (room){message->msg_namelen, message->msg_controllen}; }

static ssize_t message_arrived(struct msghdr *message, room before, ssize_t got) {
  if (message->msg_name)
    braid_written(message->msg_name, before.name);
  if (message->msg_control)
    braid_written(message->msg_control, before.control);
  braid_written(message, sizeof *message);
  braid_read_back();
  return arrived((origin){-1, 0}, (parts){message->msg_iov, (int)message->msg_iovlen}, got);
}

BRAID_MODEL(ssize_t, recvmsg, (int socket, struct msghdr *message, int flags)) {
  if (!braid_is_active())
    return recvmsg(socket, message, flags);
  room before = room_of(message);
  return message_arrived(message, before, recvmsg(socket, message, flags));
}

BRAID_MODEL(int, recvmmsg, (int socket, struct mmsghdr *list, unsigned count, int flags, struct timespec *limit)) {
  if (!braid_is_active())
    return recvmmsg(socket, list, count, flags, limit);
  unsigned most = count < UIO_MAXIOV ? count : UIO_MAXIOV; /* the kernel takes no more */
  room before[UIO_MAXIOV];
  for (unsigned i = 0; i < most; i++)
    before[i] = room_of(&list[i].msg_hdr);
  int result = recvmmsg(socket, list, count, flags, limit);
  for (int i = 0; i < result; i++) {
    message_arrived(&list[i].msg_hdr, before[i], list[i].msg_len);
    braid_written(&list[i].msg_len, sizeof list[i].msg_len);
  }
  return result;
}

BRAID_MODEL(int, accept, (int socket, struct sockaddr *address, socklen_t *length)) {
  socklen_t before = length ? *length : 0;
  int result = accept(socket, address, length);
  if (result >= 0 && braid_is_active())
    address_arrived(address, before, length);
  return result;
}

BRAID_MODEL(int, accept4, (int socket, struct sockaddr *address, socklen_t *length, int flags)) {
  socklen_t before = length ? *length : 0;
  int result = accept4(socket, address, length, flags);
  if (result >= 0 && braid_is_active())
    address_arrived(address, before, length);
  return result;
}

static void answered(struct pollfd *list, nfds_t count) {
  for (nfds_t i = 0; i < count; i++)
    braid_written(&list[i].revents, sizeof list[i].revents);
}

BRAID_MODEL(int, poll, (struct pollfd * list, nfds_t count, int timeout)) {
  int result = poll(list, count, timeout);
  if (result >= 0 && braid_is_active())
    answered(list, count);
  return result;
}

BRAID_MODEL(int, ppoll,
            (struct pollfd * list, nfds_t count, const struct timespec *limit, const sigset_t *signals)) {
  int result = ppoll(list, count, limit, signals);
  if (result >= 0 && braid_is_active())
    answered(list, count);
  return result;
}

/* --- position --- */

static off_t move(int descriptor, off_t offset, int whence) {
  if (!braid_is_active())
    return lseek(descriptor, offset, whence);
  offset = (off_t)braid_concrete((uint64_t)offset, BRAID_LOST_MODEL);
  whence = (int)braid_concrete((unsigned)whence, BRAID_LOST_MODEL);
  int source = braid_source_of_descriptor(descriptor);
  if (braid_is_channel(source) && whence != SEEK_SET)
    braid_channel_looked_at(source);
  const origin now = {source, source < 0 ? 0 : (uint64_t)place_of(descriptor)};
  bool from_end = whence == SEEK_END || (whence == SEEK_CUR && source >= 0 && stands_at_end(descriptor, now));
  off_t result = lseek(descriptor, offset, whence);
  if (whence == SEEK_DATA || whence == SEEK_HOLE)
    braid_length_escapes(descriptor);
  bool stays = whence == SEEK_CUR && offset == 0;
  if (!stays)
    braid_reads_forgotten(descriptor);
  if (result < 0 || source < 0 || !from_end || (uint64_t)(result - offset) != braid_source_length(source))
    return result;
  return (off_t)braid_source_size(source) + offset;
}

BRAID_MODEL(off_t, lseek, (int descriptor, off_t offset, int whence)) { return move(descriptor, offset, whence); }
BRAID_MODEL(off_t, lseek64, (int descriptor, off_t offset, int whence)) {
  return move(descriptor, offset, whence);
}
