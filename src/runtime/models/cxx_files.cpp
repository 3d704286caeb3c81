// Models of std::__basic_file<char>, the descriptor at the bottom of std::ifstream and, after
// sync_with_stdio(false), of std::cin
// and std::cout. Everything above it is a template and instrumented.
#include "runtime/channels.h"
#include "runtime/input.h"
#include "runtime/model.h"
#include "runtime/models/text.h"

#include <algorithm>
#include <bits/basic_file.h>
#include <cerrno>
#include <sys/uio.h>
#include <unistd.h>

using File = std::__basic_file<char>;

extern "C" {

BRAID_MODEL_FILE;

extern ssize_t __braid_model_writev(int descriptor, const struct iovec *parts, int count);
extern ssize_t __braid_model_read(int descriptor, void *to, size_t bytes);
extern off64_t __braid_model_lseek64(int descriptor, off64_t offset, int whence);

BRAID_MODEL(File *, _ZNSt12__basic_fileIcE4openEPKcSt13_Ios_Openmodei,
            (File * file, const char *path, std::ios_base::openmode mode, int protection)) {
  braid_text_lost(path);
  File *opened = file->open(path, mode, protection);
  if (braid_is_active() && opened)
    braid_channel_opened(file->fd(), (mode & std::ios_base::trunc) || mode == std::ios_base::out ||
                                         mode == (std::ios_base::out | std::ios_base::binary));
  if (braid_is_active() && (!opened || braid_source_of_descriptor(file->fd()) < 0))
    braid_answered();
  return opened;
}

BRAID_MODEL(std::streamsize, _ZNSt12__basic_fileIcE6xsgetnEPcl, (File * file, char *to, std::streamsize count)) {
  if (!braid_is_active())
    return file->xsgetn(to, count);
  ssize_t got;
  do
    got = __braid_model_read(file->fd(), to, static_cast<size_t>(count));
  while (got == -1 && errno == EINTR);
  return got;
}

// What is written in one go, in two parts. The library goes on where the kernel took less than all of it.
static std::streamsize put(File *file, struct iovec *parts, int count, std::streamsize bytes) {
  std::streamsize left = bytes;
  while (left > 0) {
    ssize_t done = __braid_model_writev(file->fd(), parts, count);
    if (done == -1 && errno == EINTR)
      continue;
    if (done == -1)
      break;
    left -= done;
    for (int i = 0; i < count; i++) {
      auto here = std::min(static_cast<size_t>(done), parts[i].iov_len);
      parts[i].iov_base = static_cast<char *>(parts[i].iov_base) + here;
      parts[i].iov_len -= here;
      done -= static_cast<ssize_t>(here);
    }
  }
  return bytes - left;
}

static size_t concrete(File *file, std::streamsize count) {
  if (braid_is_shown_output(file->fd()))
    return BRAID_PLAIN(size_t, static_cast<size_t>(count));
  return braid_concrete_length(static_cast<size_t>(count), false);
}

BRAID_MODEL(std::streamsize, _ZNSt12__basic_fileIcE6xsputnEPKcl,
            (File * file, const char *from, std::streamsize count)) {
  if (!braid_is_active())
    return file->xsputn(from, count);
  struct iovec part = {const_cast<char *>(from), concrete(file, count)};
  return put(file, &part, 1, static_cast<std::streamsize>(part.iov_len));
}

BRAID_MODEL(std::streamsize, _ZNSt12__basic_fileIcE8xsputn_2EPKclS2_l,
            (File * file, const char *from, std::streamsize count, const char *more, std::streamsize more_count)) {
  if (!braid_is_active())
    return file->xsputn_2(from, count, more, more_count);
  struct iovec parts[2] = {{const_cast<char *>(from), concrete(file, count)},
                           {const_cast<char *>(more), concrete(file, more_count)}};
  return put(file, parts, 2, static_cast<std::streamsize>(parts[0].iov_len + parts[1].iov_len));
}

BRAID_MODEL(std::streamoff, _ZNSt12__basic_fileIcE7seekoffElSt12_Ios_Seekdir,
            (File * file, std::streamoff offset, std::ios_base::seekdir way)) {
  if (!braid_is_active())
    return file->seekoff(offset, way);
  return __braid_model_lseek64(file->fd(), offset, way);
}

// How much can be read at once: what the source has behind the position.
BRAID_MODEL(std::streamsize, _ZNSt12__basic_fileIcE9showmanycEv, (File * file)) {
  std::streamsize count = file->showmanyc();
  int source = braid_source_of_descriptor(file->fd());
  if (source < 0 || count <= 0)
    return count;
  auto position = static_cast<uint64_t>(lseek(file->fd(), 0, SEEK_CUR));
  if (position + static_cast<uint64_t>(count) != braid_source_length(source))
    return count;
  return static_cast<std::streamsize>(braid_source_size(source) - position);
}
}
