#include "target/doctor/process.h"

#include <cerrno>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace braid::doctor {

Outcome run_command(const std::vector<std::string> &command) {
  Outcome outcome;
  int ends[2];
  if (command.empty() || pipe2(ends, O_CLOEXEC) != 0)
    return outcome;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  std::vector<char *> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  outcome.started = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (outcome.started) {
    char buffer[4096];
    for (;;) {
      ssize_t bytes = read(ends[0], buffer, sizeof buffer);
      if (bytes > 0)
        outcome.output.append(buffer, size_t(bytes));
      else if (bytes == 0 || errno != EINTR)
        break;
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  close(ends[0]);
  return outcome;
}

} // namespace braid::doctor
