// Models of std::__basic_file<char>, the descriptor at the bottom of std::ifstream and, after
// sync_with_stdio(false), of std::cin. Everything above it is a template and instrumented.
#include "runtime/input.h"
#include "runtime/model.h"
#include "runtime/models/text.h"

#include <bits/basic_file.h>
#include <cerrno>
#include <unistd.h>

using File = std::__basic_file<char>;

extern "C" {

BRAID_MODEL_FILE;

extern ssize_t __braid_model_read(int descriptor, void *to, size_t bytes);
extern off64_t __braid_model_lseek64(int descriptor, off64_t offset, int whence);

BRAID_MODEL(File *, _ZNSt12__basic_fileIcE4openEPKcSt13_Ios_Openmodei,
            (File * file, const char *path, std::ios_base::openmode mode, int protection)) {
  braid_text_lost(path);
  File *opened = file->open(path, mode, protection);
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
