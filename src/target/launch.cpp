// vfork, because the engine may have gigabytes of memory whose page tables a fork would copy, and many threads.
// The child borrows this process's memory until it executes the program, so it does nothing but system calls on
// values that were prepared before; what went wrong comes back in a variable.
#include "target/launch.h"

#include "target/error.h"
#include "target/sandbox.h"
#include "target/sandbox_world.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace braid::target {

namespace {

// Descriptors are first moved out of the way of the numbers they will have.
constexpr int moved_descriptors = 64;
constexpr size_t max_descriptors = 8;

// More at a time than a program needs, and fewer than stop a machine. Counted in the sandbox alone.
constexpr uint64_t processes_in_sandbox = 4096;

struct Plan {
  const char *path, *folder;
  char *const *arguments;
  char *const *environment;
  const std::pair<int, int> *descriptors;
  size_t descriptor_count;
  uint64_t memory_limit, file_limit;
  const cpu_set_t *cores; // null for all
  bool randomise_addresses;
  int sandbox, namespaces; // a handle of the process that holds it, and what to enter; 0 for none
  int rules;               // for it to impose on itself; negative for none
  char *stack_top;         // for the second child, if there is a sandbox
};

// What failed in the child; null if it became the program.
struct Failure {
  const char *step = nullptr;
  int error = 0;
  pid_t program = 0; // if it is not the child itself
};

void limit(int resource, uint64_t soft, uint64_t hard) {
  struct rlimit both = {soft, hard};
  struct rlimit old;
  if (getrlimit(static_cast<__rlimit_resource>(resource), &old) == 0)
    both.rlim_max = std::min<rlim_t>(both.rlim_max, old.rlim_max);
  both.rlim_cur = std::min(both.rlim_cur, both.rlim_max);
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

const char *place_descriptors(const Plan &plan) {
  int moved[max_descriptors];
  for (size_t i = 0; i < plan.descriptor_count; i++) {
    moved[i] = fcntl(plan.descriptors[i].second, F_DUPFD_CLOEXEC, moved_descriptors);
    if (moved[i] < 0)
      return "passing a descriptor to the program";
  }
  syscall(SYS_close_range, 3u, ~0u, 4u /* CLOSE_RANGE_CLOEXEC */);
  for (size_t i = 0; i < plan.descriptor_count; i++)
    if (dup2(moved[i], plan.descriptors[i].first) < 0)
      return "passing a descriptor to the program";
  return nullptr;
}

const char *become(const Plan &plan) {
  setsid();
  struct sigaction usual = {};
  usual.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; signal++)
    sigaction(signal, &usual, nullptr);
  if (plan.rules >= 0) // before its descriptor is closed; it forbids nothing that is still to be done
    if (const char *failed = enter_write_ban(plan.rules))
      return failed;
  if (const char *failed = place_descriptors(plan))
    return failed;
  if (plan.folder && chdir(plan.folder) != 0)
    return "entering the folder to run in";
  // One byte and not none: with none a handler that the system has for core dumps would be started all the same.
  limit(RLIMIT_CORE, 1, 1);
  if (plan.file_limit)
    limit(RLIMIT_FSIZE, plan.file_limit, RLIM_INFINITY);
  if (plan.memory_limit)
    limit(RLIMIT_DATA, plan.memory_limit, RLIM_INFINITY);
  if (plan.cores)
    sched_setaffinity(0, sizeof *plan.cores, plan.cores);
  if (!plan.randomise_addresses) // some containers forbid it; then addresses differ between starts
    personality(ADDR_NO_RANDOMIZE);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(plan.path, plan.arguments, plan.environment);
  return "executing it";
}

struct Attempt {
  const Plan &plan;
  Failure &failure;
};

int second_child(void *argument) {
  auto *attempt = static_cast<Attempt *>(argument);
  attempt->failure.step = drop_privileges();
  if (!attempt->failure.step) {
    limit(RLIMIT_NPROC, processes_in_sandbox, RLIM_INFINITY);
    attempt->failure.step = become(attempt->plan);
  }
  attempt->failure.error = errno;
  _exit(127);
}

// In the child. Who enters a namespace of processes does not become a member, but its children do; and the
// program's parent is to be the engine all the same, which waits for it.
void start_in_sandbox(const Plan &plan, Failure &failure) {
  failure.step = enter_world(plan.sandbox, plan.namespaces);
  if (!failure.step) {
    Attempt attempt{plan, failure};
    failure.program = clone(second_child, plan.stack_top, CLONE_VM | CLONE_VFORK | CLONE_PARENT, &attempt);
    if (failure.program > 0)
      return;
    failure.step = "making a process in the sandbox";
  }
  failure.error = errno;
}

// NOLINTBEGIN(clang-analyzer-unix.Vfork,bugprone-unsafe-functions): posix_spawn knows neither limits nor
// personality, and fork copies the page tables of an engine with a large trace; the child calls nothing that
// touches its heap.
[[gnu::noinline]] pid_t start_child(const Plan &plan, Failure &failure) {
  pid_t child = vfork();
  if (child != 0)
    return child;
  if (plan.namespaces != 0) {
    start_in_sandbox(plan, failure);
  } else {
    failure.step = become(plan);
    failure.error = errno;
  }
  _exit(127);
}
// NOLINTEND(clang-analyzer-unix.Vfork,bugprone-unsafe-functions)

std::vector<char *> pointers(std::vector<std::string> &texts) {
  std::vector<char *> list;
  list.reserve(texts.size() + 1);
  for (std::string &text : texts)
    list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

std::string name_of(const std::string &variable) { return variable.substr(0, variable.find('=')); }

std::vector<std::string> environment_of(const Launch &launch) {
  std::vector<std::string> all = launch.variables;
  auto add = [&](const std::string &variable) {
    if (std::none_of(launch.variables.begin(), launch.variables.end(),
                     [&](const std::string &ours) { return name_of(ours) == name_of(variable); }))
      all.push_back(variable);
  };
  if (launch.program.environment)
    std::for_each(launch.program.environment->begin(), launch.program.environment->end(), add);
  else
    for (char **variable = environ; *variable; variable++)
      add(*variable);
  return all;
}

std::string why_not_started(const Failure &failure, const std::filesystem::path &path) {
  std::string why = failure.step + std::string(" failed: ") + std::strerror(failure.error);
  std::error_code ignored;
  if (failure.error == ENOENT && std::filesystem::exists(path, ignored))
    why += " (the file exists: its interpreter or dynamic linker does not)";
  return why;
}

} // namespace

Process &Process::operator=(Process &&other) noexcept {
  std::swap(id_, other.id_);
  std::swap(handle_, other.handle_);
  return *this;
}

bool Process::wait_until(Clock::time_point deadline) const {
  for (;;) {
    auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    struct pollfd ended = {handle_.number(), POLLIN, 0};
    int count = poll(&ended, 1, static_cast<int>(std::clamp<long>(left, 0, 1000)));
    if (count > 0)
      return true;
    if (left <= 0)
      return false;
  }
}

Process::End Process::end() {
  End end;
  if (id_ <= 0)
    return end;
  kill(id_, SIGKILL);
  // Until it is collected its number cannot be that of another group.
  siginfo_t information;
  while (waitid(P_PID, static_cast<id_t>(id_), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  kill(-id_, SIGKILL);
  struct rusage usage = {};
  while (wait4(id_, &end.wait_status, 0, &usage) < 0 && errno == EINTR) {
  }
  auto duration = [](const struct timeval &time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
  };
  end.cpu = duration(usage.ru_utime) + duration(usage.ru_stime);
  id_ = 0;
  handle_.close();
  return end;
}

Process Launch::start() const {
  if (descriptors.size() > max_descriptors)
    throw Error("too many descriptors to pass to a program", program.path.string());
  std::filesystem::path path = std::filesystem::absolute(program.path);
  std::vector<std::string> argument_texts = {program.path.string()};
  argument_texts.insert(argument_texts.end(), program.arguments.begin(), program.arguments.end());
  std::vector<std::string> variable_texts = environment_of(*this);
  std::vector<char *> arguments = pointers(argument_texts), environment = pointers(variable_texts);
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (core)
    CPU_SET(*core, &cores);
  // Who enters other mounts is in their root folder.
  const std::filesystem::path folder = sandbox ? std::filesystem::current_path() / program.folder : program.folder;
  constexpr size_t stack_bytes = 64 << 10;
  const auto stack = std::make_unique_for_overwrite<char[]>(sandbox ? stack_bytes : 0);
  Plan plan = {path.c_str(),
               folder.empty() ? nullptr : folder.c_str(),
               arguments.data(),
               environment.data(),
               descriptors.data(),
               descriptors.size(),
               memory_limit,
               limits.file,
               core ? &cores : nullptr,
               randomise_addresses,
               sandbox ? sandbox->handle() : -1,
               sandbox ? sandbox->namespaces() : 0,
               sandbox ? sandbox->rules() : -1,
               stack.get() + (sandbox ? stack_bytes : 0)};

  // No signal handler of ours must run in the child.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  Failure failure;
  Process process;
  process.id_ = start_child(plan, failure);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  errno = error;
  if (plan.namespaces != 0 && process.id_ > 0) {
    waitpid(process.id_, nullptr, 0);
    process.id_ = failure.program;
    if (process.id_ <= 0)
      throw Error(why_not_started(failure, path), path.string(), "Without a sandbox: --no-sandbox");
  }
  if (process.id_ < 0)
    throw system_error("making a process", path.string());
  if (failure.step)
    throw Error("the program cannot be started: " + why_not_started(failure, path), path.string(),
                "Check the path, and that the file is executable.");
  process.handle_ = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, process.id(), 0)));
  if (!process.handle_.is_open())
    throw system_error("opening a handle of the process (needs Linux 5.3 or later)", path.string());
  return process;
}

} // namespace braid::target
