#include "target/program.h"

#include <algorithm>
#include <unistd.h>

namespace braid::target {

uint64_t default_memory_limit() {
  constexpr uint64_t least = uint64_t{1} << 30;
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? std::max(least, uint64_t(pages) * uint64_t(page) / 2) : least;
}

} // namespace braid::target
