#include "solver/smt_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sstream>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace braid::solver {

namespace {

constexpr std::chrono::milliseconds LONGEST_WAIT{10}; // until the wish to stop is noticed
constexpr size_t LONGEST_ANSWER = size_t(256) << 20;  // an expression that is longer never ends
constexpr size_t KEPT_ERRORS = 2000;                  // characters

// What the child does between vfork and exec: system calls only, on what was prepared before.
struct Plan {
  const char *path;
  char *const *arguments;
  int input, output, errors;
  size_t memory_limit;
  pid_t parent;
};

[[noreturn]] void become(const Plan &plan, int &failed) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != plan.parent)
    _exit(127);
  struct sigaction usual = {};
  usual.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; signal++)
    sigaction(signal, &usual, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  struct rlimit core = {0, 0};
  setrlimit(RLIMIT_CORE, &core);
  if (plan.memory_limit != 0) {
    struct rlimit memory = {plan.memory_limit, plan.memory_limit};
    setrlimit(RLIMIT_AS, &memory);
  }
  if (dup2(plan.input, 0) >= 0 && dup2(plan.output, 1) >= 0 && dup2(plan.errors, 2) >= 0)
    execv(plan.path, plan.arguments);
  failed = errno;
  _exit(127);
}

// NOLINTBEGIN(clang-analyzer-unix.Vfork,bugprone-unsafe-functions): posix_spawn knows no limits, and fork copies
// the page tables of an engine that may have gigabytes.
[[gnu::noinline]] pid_t start_child(const Plan &plan, int &failed) {
  const pid_t child = vfork();
  if (child == 0)
    become(plan, failed);
  return child;
}
// NOLINTEND(clang-analyzer-unix.Vfork,bugprone-unsafe-functions)

std::string find_program(const std::string &name) {
  if (name.find('/') != std::string::npos)
    return access(name.c_str(), X_OK) == 0 ? name : std::string();
  const char *path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const std::string candidate = fmt::format("{}/{}", folder, name);
        !folder.empty() && access(candidate.c_str(), X_OK) == 0)
      return candidate;
  return {};
}

std::string missing_program(const std::string &name) {
  static constexpr std::pair<const char *, const char *> PACKAGES[] = {
      {"z3", "z3"}, {"cvc5", "cvc5"}, {"cvc4", "cvc4"}, {"boolector", "boolector"}};
  for (const auto &[program, package] : PACKAGES)
    if (name == program)
      return fmt::format("{} is not installed; Debian has it in the package {}: apt-get install {}", name, package,
                         package);
  return fmt::format("{} is not installed, or not in PATH", name);
}

void close_descriptor(int &descriptor) {
  if (descriptor >= 0)
    close(descriptor);
  descriptor = -1;
}

// Writing to a process that died raises a signal, which is for us to keep from the rest of the program.
class WithoutBrokenPipes {
public:
  WithoutBrokenPipes() {
    sigemptyset(&broken_pipe_);
    sigaddset(&broken_pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &broken_pipe_, &before_);
  }
  ~WithoutBrokenPipes() {
    const struct timespec now = {0, 0};
    if (!was_pending_)
      while (sigtimedwait(&broken_pipe_, nullptr, &now) < 0 && errno == EINTR) {
      }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutBrokenPipes(const WithoutBrokenPipes &) = delete;
  WithoutBrokenPipes &operator=(const WithoutBrokenPipes &) = delete;

private:
  sigset_t broken_pipe_{}, before_{};
  bool was_pending_;
};

} // namespace

SmtProcess::SmtProcess(const std::string &command, size_t memory_limit, const std::atomic<bool> &interrupted)
    : memory_limit_(memory_limit), interrupted_(interrupted) {
  std::istringstream words(command);
  for (std::string word; words >> word;)
    words_.push_back(word);
  if (words_.empty())
    words_.emplace_back();
  name_ = words_[0].substr(words_[0].rfind('/') + 1); // npos + 1 is 0
}

bool SmtProcess::start() {
  stop();
  const std::string path = find_program(words_[0]);
  if (path.empty()) {
    problem_ = missing_program(words_[0]);
    return false;
  }
  int input[2] = {-1, -1}, output[2] = {-1, -1}, errors[2] = {-1, -1};
  int failed = 0;
  if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0 || pipe2(errors, O_CLOEXEC) != 0) {
    failed = errno;
  } else {
    std::vector<char *> arguments;
    arguments.reserve(words_.size() + 1);
    for (std::string &word : words_)
      arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const Plan plan{path.c_str(), arguments.data(), input[0], output[1], errors[1], memory_limit_, getpid()};
    process_ = start_child(plan, failed);
    if (process_ < 0)
      failed = errno;
  }
  close_descriptor(input[0]);
  close_descriptor(output[1]);
  close_descriptor(errors[1]);
  input_ = input[1];
  output_ = output[0];
  errors_ = errors[0];
  if (failed != 0) {
    stop();
    problem_ = fmt::format("{} cannot be started: {}", words_[0], std::strerror(failed));
    return false;
  }
  for (const int descriptor : {input_, output_, errors_})
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
  return true;
}

void SmtProcess::stop() {
  if (process_ > 0) {
    kill(-process_, SIGKILL);
    kill(process_, SIGKILL); // should it not have its group yet
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  process_ = 0;
  close_descriptor(input_);
  close_descriptor(output_);
  close_descriptor(errors_);
  received_.clear();
  error_text_.clear();
  scanned_ = depth_ = 0;
  inside_ = 0;
}

SmtProcess::Outcome SmtProcess::fail(std::string problem) {
  stop();
  problem_ = std::move(problem);
  return Outcome::FAILED;
}

// The process closed its output: how did it end?
SmtProcess::Outcome SmtProcess::ended() {
  std::string last = error_text_.empty() ? received_ : error_text_;
  last.erase(std::remove(last.begin(), last.end(), '\n'), last.end());
  int status = 0;
  struct rusage usage = {};
  kill(-process_, SIGKILL);
  kill(process_, SIGKILL); // does nothing to what ended already
  while (wait4(process_, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  process_ = 0;
  // Solvers tell this in many ways, and some just crash when memory runs out.
  const bool told = last.find("memory") != std::string::npos || last.find("bad_alloc") != std::string::npos;
  const bool near_limit = memory_limit_ != 0 && size_t(usage.ru_maxrss) * 1024 > memory_limit_ / 2;
  const std::string how = WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL
                              ? fmt::format("was ended by signal {}", WTERMSIG(status))
                              : std::string("ended");
  stop();
  problem_ = fmt::format("{} {} without an answer{}", name_, how, last.empty() ? "" : ": " + last.substr(0, 200));
  return memory_limit_ != 0 && (told || near_limit) ? Outcome::MEMORY : Outcome::FAILED;
}

bool SmtProcess::send(std::string_view &commands) {
  const WithoutBrokenPipes guard;
  const ssize_t count = write(input_, commands.data(), commands.size());
  if (count > 0)
    commands.remove_prefix(size_t(count));
  return count >= 0 || errno == EAGAIN || errno == EINTR;
}

// False at the end of what can be read.
bool SmtProcess::receive(int &descriptor, std::string &into) {
  char buffer[1 << 16];
  const ssize_t count = read(descriptor, buffer, sizeof buffer);
  if (count > 0)
    into.append(buffer, size_t(count));
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

// One symbol or one expression from the beginning of what was received; that is then removed.
std::optional<std::string> SmtProcess::complete_answer() {
  const auto is_space = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
  for (; scanned_ < received_.size(); scanned_++) {
    const char c = received_[scanned_];
    bool complete = false;
    if (inside_ != 0) {
      if (c != inside_)
        continue;
      complete = inside_ != '\n' && depth_ == 0;
      if (inside_ == '\n') { // a comment is no part of an answer
        received_.erase(comment_, scanned_ - comment_);
        scanned_ = comment_;
      }
      inside_ = 0;
    } else if (c == '"' || c == '|' || c == ';') {
      inside_ = c == ';' ? '\n' : c;
      comment_ = scanned_;
    } else if (c == '(') {
      depth_++;
    } else if (c == ')') {
      complete = depth_ <= 1;
      depth_ -= depth_ != 0;
    } else if (is_space(c) && depth_ == 0) {
      complete = std::any_of(received_.begin(), received_.begin() + ptrdiff_t(scanned_),
                             [&](char before) { return !is_space(before); });
    }
    if (!complete)
      continue;
    std::string answer = received_.substr(0, scanned_ + 1);
    received_.erase(0, scanned_ + 1);
    scanned_ = 0;
    answer.erase(answer.find_last_not_of(" \n\t\r") + 1);
    answer.erase(0, answer.find_first_not_of(" \n\t\r"));
    return answer;
  }
  return std::nullopt;
}

SmtProcess::Outcome SmtProcess::ask(std::string_view commands, std::string &answer, Clock::time_point deadline) {
  while (receive(output_, received_) && received_.size() < LONGEST_ANSWER) { // until there is no more for now
    struct pollfd more = {output_, POLLIN, 0};
    if (poll(&more, 1, 0) <= 0 || (more.revents & POLLIN) == 0)
      break;
  }
  if (received_.find_first_not_of(" \n\t\r") != std::string::npos)
    return fail(fmt::format("{} says what was not asked: {}", name_, received_.substr(0, 200)));
  for (;;) {
    if (std::optional<std::string> complete = complete_answer()) {
      answer = std::move(*complete);
      return Outcome::ANSWERED;
    }
    if (interrupted_.load(std::memory_order_relaxed)) {
      stop();
      return Outcome::INTERRUPTED;
    }
    const Clock::time_point now = Clock::now();
    if (now >= deadline) {
      stop();
      return Outcome::TIME;
    }
    if (received_.size() >= LONGEST_ANSWER)
      return fail(fmt::format("{} gives an answer without end", name_));
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(std::min<Clock::duration>(deadline - now, LONGEST_WAIT));
    struct pollfd waiting[3] = {
        {output_, POLLIN, 0}, {errors_, POLLIN, 0}, {commands.empty() ? -1 : input_, POLLOUT, 0}};
    if (poll(waiting, 3, int(left.count())) <= 0)
      continue;
    if (waiting[1].revents != 0) {
      if (!receive(errors_, error_text_))
        close_descriptor(errors_);
      if (error_text_.size() > KEPT_ERRORS)
        error_text_.erase(0, error_text_.size() - KEPT_ERRORS);
    }
    if (waiting[0].revents != 0 && !receive(output_, received_))
      return ended();
    if (waiting[2].revents != 0 && !send(commands))
      commands = {}; // it reads no more; its output will tell why, or end
  }
}

} // namespace braid::solver
