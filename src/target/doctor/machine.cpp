#include "target/doctor/machine.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace braid::doctor {

namespace {

constexpr uint64_t GIB = 1ull << 30;
// The runtime's coarse map, directory and arena (src/runtime/core.h), together.
constexpr uint64_t RESERVED_BYTES = (1ull << 44) + (1ull << 41) + (1ull << 38);

uint64_t available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  while (file >> word)
    if (word == "MemAvailable:") {
      uint64_t kib = 0;
      file >> kib;
      return kib * 1024;
    }
  return 0;
}

Check check_address_space(const Machine &machine) {
  Check check{Verdict::OK, "address space", fmt::format("{} GiB can be reserved", RESERVED_BYTES / GIB), ""};
  void *memory = mmap(nullptr, RESERVED_BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) {
    bool writable = mprotect(memory, 2 << 20, PROT_READ | PROT_WRITE) == 0;
    munmap(memory, RESERVED_BYTES);
    if (writable)
      return check;
  }
  check.verdict = Verdict::FAILURE;
  check.detail = fmt::format("{} GiB cannot be reserved: {}", RESERVED_BYTES / GIB, strerror(errno));
  check.advice = machine.address_space_limit != 0
                     ? "Lift the limit in the shell that starts Braid: ulimit -v unlimited"
                     : "Look at the system's limits: sysctl vm.overcommit_memory vm.max_map_count (0 or 1 and "
                       "65530 are usual), and at those of the container.";
  return check;
}

Check check_shared_memory() {
  Check check{Verdict::OK, "shared memory", "memory without a file can be shared", ""};
  int file = memfd_create("braid-doctor", MFD_CLOEXEC);
  void *memory = MAP_FAILED;
  if (file >= 0 && ftruncate(file, 4096) == 0)
    memory = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) {
    check.verdict = Verdict::FAILURE;
    check.detail = fmt::format("memfd_create does not work: {}", strerror(errno));
    check.advice = "A Linux of version 3.17 or newer is needed; in a container, allow the call memfd_create.";
  } else
    munmap(memory, 4096);
  if (file >= 0)
    close(file);
  return check;
}

} // namespace

Machine this_machine() {
  Machine machine;
  struct utsname names;
  if (uname(&names) == 0) {
    machine.system = names.sysname;
    machine.architecture = names.machine;
    machine.release = names.release;
  }
  machine.available_memory = available_memory();
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    machine.address_space_limit = limit.rlim_cur;
  machine.proc = access("/proc/self/maps", R_OK) == 0;
  return machine;
}

Checks check_machine(const Machine &machine) {
  Checks checks;
  Check system{Verdict::OK, "system",
               fmt::format("{} {} on {}", machine.system, machine.release, machine.architecture), ""};
  if (machine.system != "Linux" || machine.architecture != "x86_64") {
    system.verdict = Verdict::FAILURE;
    system.advice = "Braid instruments programs for x86-64 Linux only: use such a machine, real or virtual.";
  }
  checks.push_back(system);

  Check memory{Verdict::OK, "memory", fmt::format("{:.1f} GiB available", double(machine.available_memory) / GIB),
               ""};
  if (machine.available_memory < GIB) {
    memory.verdict = Verdict::WARNING;
    memory.advice = "Below 1 GiB large programs may not fit beside what is recorded of them.";
  }
  checks.push_back(memory);

  Check limit{Verdict::OK, "limit of address space", "none", ""};
  if (machine.address_space_limit != 0) {
    limit.verdict = machine.address_space_limit < RESERVED_BYTES + 8 * GIB ? Verdict::FAILURE : Verdict::OK;
    limit.detail = fmt::format("{} MiB", machine.address_space_limit >> 20);
    if (limit.verdict == Verdict::FAILURE)
      limit.advice = "Lift it in the shell that starts Braid: ulimit -v unlimited";
  }
  checks.push_back(limit);

  Check proc{Verdict::OK, "/proc", "mounted", ""};
  if (!machine.proc)
    proc = {Verdict::FAILURE, "/proc", "/proc/self/maps cannot be read",
            "Mount it: mount -t proc proc /proc (in a container: do not hide /proc)."};
  checks.push_back(proc);
  return checks;
}

Checks check_memory(const Machine &machine) { return {check_shared_memory(), check_address_space(machine)}; }

} // namespace braid::doctor
