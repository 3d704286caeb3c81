#include "target/descriptor.h"

#include "target/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace braid::target {

Error system_error(const std::string &what_failed, const std::string &where) {
  return Error(what_failed + " failed: " + std::strerror(errno), where);
}

void Descriptor::close() {
  if (number_ >= 0)
    ::close(number_);
  number_ = -1;
}

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw system_error("making a pipe");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

} // namespace braid::target
