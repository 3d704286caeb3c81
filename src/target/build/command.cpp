#include "target/build/command.h"

#include "target/descriptor.h"
#include "target/error.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace braid::target {

namespace {

// Until its end, or until somebody sets `interrupted`.
std::string read_all(int descriptor, const std::atomic<bool> *interrupted) {
  constexpr int LOOK_UP = 50; // milliseconds
  std::string text;
  char buffer[4096];
  for (;;) {
    pollfd waiting{descriptor, POLLIN, 0};
    if (interrupted != nullptr && poll(&waiting, 1, LOOK_UP) <= 0) {
      if (*interrupted)
        return text;
      continue;
    }
    const ssize_t bytes = read(descriptor, buffer, sizeof buffer);
    if (bytes > 0)
      text.append(buffer, static_cast<size_t>(bytes));
    else if (bytes == 0 || errno != EINTR)
      return text;
  }
}

// In a group of its own if somebody may kill it with all that it has started.
pid_t spawn(const Command &command, int output, bool has_group) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, command.folder.c_str());
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, has_group ? POSIX_SPAWN_SETPGROUP : 0);
  std::vector<char *> words;
  words.reserve(command.words.size() + 1);
  for (const std::string &word : command.words)
    words.push_back(const_cast<char *>(word.c_str()));
  words.push_back(nullptr);
  pid_t child = 0;
  const int failed = posix_spawn(&child, words.front(), &actions, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0)
    throw Error(std::string("the command cannot be started: ") + std::strerror(failed), command.words.front(),
                "Check that it and the folder " + command.folder.string() + " are there: braid doctor");
  return child;
}

} // namespace

std::string shell_quoted(const std::string &word) {
  constexpr const char *PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%^";
  if (!word.empty() && word.find_first_not_of(PLAIN) == std::string::npos)
    return word;
  std::string quoted = "'";
  for (const char c : word)
    if (c == '\'')
      quoted += "'\\''";
    else
      quoted += c;
  return quoted + "'";
}

std::string Command::text() const {
  std::string all;
  for (const std::string &word : words)
    all.append(all.empty() ? "" : " ").append(shell_quoted(word));
  return all;
}

CommandResult run_command(const Command &command, const std::atomic<bool> *interrupted) {
  Pipe pipe = make_pipe();
  const pid_t child = spawn(command, pipe.writing.number(), interrupted != nullptr);
  pipe.writing.close();
  CommandResult result;
  result.output = read_all(pipe.reading.number(), interrupted);
  int status = 0;
  if (interrupted != nullptr && *interrupted)
    kill(-child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (interrupted != nullptr && *interrupted)
    throw Error("the command was interrupted", command.words.front());
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

std::vector<CommandResult> run_commands(const std::vector<Command> &commands,
                                        const std::atomic<bool> *interrupted) {
  std::vector<CommandResult> results(commands.size());
  std::vector<std::exception_ptr> errors(commands.size());
  std::atomic<size_t> next = 0;
  auto work = [&] {
    for (size_t i; (i = next++) < commands.size();) {
      try {
        results[i] = run_command(commands[i], interrupted);
      } catch (const Error &) {
        errors[i] = std::current_exception();
      }
    }
  };
  std::vector<std::thread> others;
  const size_t count = std::min<size_t>(commands.size(), std::max(1u, std::thread::hardware_concurrency()));
  for (size_t i = 1; i < count; i++)
    others.emplace_back(work);
  work();
  for (std::thread &other : others)
    other.join();
  for (const std::exception_ptr &error : errors)
    if (error)
      std::rethrow_exception(error);
  return results;
}

} // namespace braid::target
