#include "target/attention.h"

#include <fstream>
#include <string>
#include <unistd.h>

namespace braid::target {

uint64_t private_memory(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  uint64_t addresses = 0, resident = 0, shared = 0; // in pages
  if (!(file >> addresses >> resident >> shared) || shared > resident)
    return 0;
  return (resident - shared) * uint64_t(sysconf(_SC_PAGESIZE));
}

} // namespace braid::target
