#include "target/sandbox.h"

#include "target/error.h"
#include "target/sandbox_world.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <linux/sched.h>
#include <memory>
#include <mutex>
#include <sched.h>
#include <span>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

extern "C" const char braid_sandbox_holder[], braid_sandbox_holder_end[];

namespace braid::target {

namespace fs = std::filesystem;

namespace {

// Memory that is taken by what programs write, of each sandbox.
constexpr uint64_t SCRATCH_BYTES = uint64_t{256} << 20, SCRATCH_FILES = 65536;

constexpr int ALWAYS = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC;
// From the best to the least. The administrator needs no user namespace, and has more of the files without one; a
// container may hide parts of /proc, and then no namespace of processes can be had.
constexpr int AS_ADMINISTRATOR[] = {ALWAYS | CLONE_NEWPID, ALWAYS | CLONE_NEWPID | CLONE_NEWUSER, ALWAYS,
                                    ALWAYS | CLONE_NEWUSER};
constexpr int AS_USER[] = {ALWAYS | CLONE_NEWPID | CLONE_NEWUSER, ALWAYS | CLONE_NEWUSER};

// What worked in this process. From then on it must: the user was told that programs are kept so, and nobody is
// told of less.
std::atomic<int> the_namespaces{0};

// Processes that were killed and are still ending; nobody has to wait for that.
class Ending {
public:
  void add(pid_t process) {
    const std::lock_guard lock(mutex_);
    processes_.push_back(process);
    collect();
  }

private:
  void collect() {
    std::erase_if(processes_, [](pid_t process) { return waitpid(process, nullptr, WNOHANG) != 0; });
  }

  std::mutex mutex_;
  std::vector<pid_t> processes_;
};

Ending &ending() {
  static Ending processes;
  return processes;
}

// The program of sandbox_holder.c, to be executed.
int holder_program() {
  static const Descriptor FILE = [] {
    constexpr unsigned EXECUTABLE = 0x10; // MFD_EXEC, since Linux 6.3
    const auto size = size_t(braid_sandbox_holder_end - braid_sandbox_holder);
    int file = memfd_create("braid-sandbox", MFD_CLOEXEC | EXECUTABLE);
    if (file < 0)
      file = memfd_create("braid-sandbox", MFD_CLOEXEC);
    if (file >= 0 && write(file, braid_sandbox_holder, size) != ssize_t(size)) {
      close(file);
      file = -1;
    }
    return Descriptor(file);
  }();
  return FILE.number();
}

// --- places ---

fs::path folder_of(const Program &program) { return fs::current_path() / program.folder; }

std::string file_folder(const Program &program, const Source &source) {
  std::error_code failed;
  const fs::path folder = fs::weakly_canonical(folder_of(program) / fs::path(source.name).parent_path(), failed);
  return failed ? std::string() : folder.string();
}

std::set<std::string> file_folders(const Program &program, const Input &input) {
  std::set<std::string> folders;
  for (const Source &source : input.sources)
    if (source.kind == SourceKind::FILE)
      folders.insert(file_folder(program, source));
  folders.erase("");
  return folders;
}

bool is_within(const std::string &path, const std::string &folder) {
  return path == folder || (path.starts_with(folder) && (folder == "/" || path[folder.size()] == '/'));
}

struct Place {
  std::string path, upper, work;
  mode_t mode;
  bool shows_files;
};

class Places {
public:
  Places(const Program &program, const std::set<std::string> &files) {
    std::error_code ignored;
    needed_.insert(fs::weakly_canonical(fs::absolute(program.path), ignored).string());
    needed_.insert(fs::weakly_canonical(folder_of(program), ignored).string());
    needed_.insert(files.begin(), files.end());
    const char *temporary = getenv("TMPDIR");
    for (const fs::path &path :
         {fs::path("/tmp"), fs::path("/var/tmp"), fs::path(temporary ? temporary : "/tmp"), folder_of(program)})
      add(path, true);
    for (const fs::path &path : program.other_folders)
      add(fs::current_path() / path, true);
    for (const std::string &path : files)
      add(path, true);
    // What other programs share there, and where they listen.
    for (const char *path : {"/dev/shm", "/run"})
      add(path, false);
    std::sort(all_.begin(), all_.end(), [](const Place &a, const Place &b) { return a.path < b.path; });
    // Within another one it needs none of its own, unless something else is mounted there, or it cannot be copied.
    for (size_t i = 0; i < all_.size(); i++)
      std::erase_if(all_, [&](const Place &place) {
        return &place > &all_[i] && is_within(place.path, all_[i].path) &&
               (!all_[i].shows_files || (device(place.path) == device(all_[i].path) && is_copied(place.path)));
      });
    if (all_.size() > max_places)
      all_.resize(max_places);
    for (size_t i = 0; i < all_.size(); i++) {
      all_[i].upper = "upper" + std::to_string(i);
      all_[i].work = "work" + std::to_string(i);
    }
  }

  std::vector<WorldPlace> list() const {
    std::vector<WorldPlace> list;
    for (const Place &place : all_)
      list.push_back({place.path.c_str(), place.upper.c_str(), place.work.c_str(), place.mode, place.shows_files});
    return list;
  }

private:
  static dev_t device(const std::string &path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 ? status.st_dev : 0;
  }

  // What belongs to others cannot be copied, because in the user's sandbox there is nobody else.
  static bool is_copied(const std::string &path) {
    struct stat status = {};
    return geteuid() == 0 ||
           (stat(path.c_str(), &status) == 0 && status.st_uid == geteuid() && status.st_gid == getegid());
  }

  // The root folder cannot be one: other things are mounted in it.
  void add(const fs::path &wanted, bool shows_files) {
    std::error_code failed;
    const std::string path = fs::canonical(wanted, failed).string();
    struct stat status = {};
    if (failed || path == "/" || stat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
        std::any_of(all_.begin(), all_.end(), [&](const Place &known) { return known.path == path; }))
      return;
    const bool is_needed = std::any_of(needed_.begin(), needed_.end(),
                                       [&](const std::string &each) { return is_within(each, path); });
    all_.push_back({path, "", "", status.st_mode & 07777, shows_files || is_needed});
  }

  std::set<std::string> needed_;
  std::vector<Place> all_;
};

// --- making one ---

struct Attempt {
  WorldPlan plan;
  WorldFailure failure;
};

int first_process(void *argument) {
  auto *attempt = static_cast<Attempt *>(argument);
  make_world(attempt->plan, attempt->failure);
  _exit(127);
}

// The child borrows our memory until it is the holder (launch.cpp has the reasons), with a stack of its own.
pid_t make_holder(Attempt &attempt) {
  constexpr size_t STACK_BYTES = 64 << 10;
  const auto stack = std::make_unique_for_overwrite<char[]>(STACK_BYTES);
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  const pid_t process = clone(first_process, stack.get() + STACK_BYTES,
                              CLONE_VM | CLONE_VFORK | SIGCHLD | attempt.plan.namespaces, &attempt);
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  if (process < 0)
    attempt.failure = {"making namespaces", error, nullptr};
  else if (attempt.failure.step)
    waitpid(process, nullptr, 0);
  return process < 0 || attempt.failure.step ? -1 : process;
}

// A folder that is kept there, or nothing.
Descriptor scratch_memory(const std::string &path) {
  Descriptor folder(open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  struct statfs figures = {};
  if (!folder.is_open() || fstatfs(folder.number(), &figures) != 0 ||
      uint64_t(figures.f_blocks) * uint64_t(figures.f_bsize) != SCRATCH_BYTES)
    return {};
  return folder;
}

std::string identity_line(unsigned id) { return std::to_string(id) + " " + std::to_string(id) + " 1"; }

std::string reason(const WorldFailure &failure) {
  return std::string(failure.step) + " failed: " + std::strerror(failure.error);
}

} // namespace

std::unique_ptr<Sandbox> Sandbox::make(const Program &program, const Input &input) {
  Protection ignored;
  return make(program, input, ignored);
}

std::unique_ptr<Sandbox> Sandbox::make(const Program &program, const Input &input, Protection &protection) {
  protection = {Protection::Level::NONE, "it was switched off with --no-sandbox"};
  if (!program.sandbox)
    return nullptr;
  std::string why_not;
  std::unique_ptr<Sandbox> made = try_to_make(program, input, why_not);
  protection = made ? made->protection(why_not) : Protection{Protection::Level::NONE, why_not};
  return made;
}

// Looks into what a process holds. False if that is not possible.
bool Sandbox::hold(pid_t holder, int namespaces, const WorldPlan &plan) {
  holder_ = holder;
  namespaces_ = namespaces;
  handle_ = Descriptor(int(syscall(SYS_pidfd_open, holder, 0)));
  const std::string root = "/proc/" + std::to_string(holder) + "/root";
  root_ = Descriptor(open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (size_t i = 0; i < plan.place_count && !scratch_.is_open(); i++)
    scratch_ = scratch_memory(root + plan.places[i].path);
  if ((namespaces & CLONE_NEWPID) == 0)
    ban_.rules = make_signal_ban();
  return handle_.is_open() && root_.is_open();
}

std::unique_ptr<Sandbox> Sandbox::try_to_make(const Program &program, const Input &input, std::string &why_not) {
  std::unique_ptr<Sandbox> made(new Sandbox(program, input));
  const Places places(program, made->folders_);
  const std::vector<WorldPlace> list = places.list();
  const std::string bytes = std::to_string(SCRATCH_BYTES), files = std::to_string(SCRATCH_FILES);
  const std::string user = identity_line(geteuid()), group = identity_line(getegid());
  Pipe lifeline = make_pipe();
  const int known = the_namespaces;
  for (const int namespaces :
       geteuid() == 0 ? std::span<const int>(AS_ADMINISTRATOR) : std::span<const int>(AS_USER)) {
    if (known != 0 && namespaces != known)
      continue;
    Attempt attempt;
    attempt.plan = {namespaces,
                    (namespaces & CLONE_NEWUSER) != 0 ? user.c_str() : nullptr,
                    group.c_str(),
                    bytes.c_str(),
                    files.c_str(),
                    list.data(),
                    list.size(),
                    holder_program(),
                    lifeline.reading.number()};
    const pid_t holder = make_holder(attempt);
    if (holder > 0 && made->hold(holder, namespaces, attempt.plan)) {
      the_namespaces = namespaces;
      made->lifeline_ = std::move(lifeline.writing);
      if (attempt.failure.closed_place)
        made->closed_place_ = attempt.failure.closed_place;
      return made;
    }
    if (why_not.empty())
      why_not = reason(holder > 0 ? WorldFailure{"looking into it", errno, nullptr} : attempt.failure);
    if (holder > 0)
      break;
  }
  if (known != 0)
    throw Error("another sandbox cannot be made: " + why_not, program.path.string(),
                "It was possible before. Try it again, or with --no-sandbox.");
  std::unique_ptr<Sandbox> lesser(new Sandbox(program, input));
  lesser->ban_ = make_write_ban();
  if (lesser->ban_.rules.is_open())
    return lesser;
  why_not += ", and " + lesser->ban_.missing;
  return nullptr;
}

Sandbox::Sandbox(const Program &program, const Input &input)
    : program_(program), folders_(file_folders(program, input)) {
  for (const Source &source : input.sources)
    if (source.kind == SourceKind::FILE)
      files_.insert(source.name);
}

Sandbox::~Sandbox() {
  if (holder_ <= 0)
    return;
  kill(holder_, SIGKILL);
  ending().add(holder_);
}

bool Sandbox::suits(const Input &input) const {
  if (!root_.is_open())
    return true;
  return std::none_of(input.sources.begin(), input.sources.end(), [&](const Source &source) {
    return source.kind == SourceKind::FILE && !files_.contains(source.name) &&
           !folders_.contains(file_folder(program_, source));
  });
}

bool Sandbox::is_worn() const {
  struct statfs figures = {};
  return scratch_.is_open() && fstatfs(scratch_.number(), &figures) == 0 &&
         (figures.f_bfree < figures.f_blocks / 2 || figures.f_ffree < figures.f_files / 2);
}

pid_t child_from_inside(pid_t parent, pid_t inside) {
  std::ifstream children("/proc/" + std::to_string(parent) + "/task/" + std::to_string(parent) + "/children");
  for (pid_t child = 0; children >> child;) {
    std::ifstream status("/proc/" + std::to_string(child) + "/status");
    // "NSpid:	4711	3": as seen from here, and then from one namespace after the other.
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("NSpid:") && line.substr(line.find_last_of('\t') + 1) == std::to_string(inside))
        return child;
  }
  return 0;
}

std::string Protection::text() const {
  switch (level) {
  case Level::FULL:
    return {};
  case Level::PARTIAL:
    return "the program's sandbox is not whole: " + missing;
  case Level::NONE:
    break;
  }
  return "the program has no sandbox, and can change files and use the network: " + missing;
}

Protection Sandbox::protection(const Program &program, const Input &input) {
  Protection protection;
  make(program, input, protection);
  return protection;
}

Protection Sandbox::protection(const std::string &why_not) const {
  if (namespaces_ == 0)
    return {Protection::Level::PARTIAL, ban_.missing + ", and cannot write to any file (" + why_not + ")"};
  if ((namespaces_ & CLONE_NEWPID) == 0 && !ban_.rules.is_open())
    return {Protection::Level::PARTIAL, "it can kill other processes of the same user (" + why_not + ")"};
  if (!closed_place_.empty())
    return {Protection::Level::PARTIAL, closed_place_ + " cannot be written to by it"};
  return {};
}

} // namespace braid::target
