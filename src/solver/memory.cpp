#include "solver/memory.h"

#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace braid::solver {

size_t resident_bytes() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  char text[128] = {};
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0)
    return 0;
  char *second = text;
  std::strtoull(text, &second, 10); // the first number is the size of all mappings
  return size_t(std::strtoull(second, nullptr, 10)) * size_t(sysconf(_SC_PAGESIZE));
}

} // namespace braid::solver
