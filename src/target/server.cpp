#include "target/server.h"

#include "target/error.h"
#include "target/sandbox.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace braid::target {

namespace {

// Where the new process finds its end of things; the runtime moves them out of the program's way.
constexpr int trace_descriptor = 3, command_descriptor = 4, status_descriptor = 5;

constexpr auto farewell = std::chrono::milliseconds(200);

bool has_variable(const Program &program, const std::string &name) {
  if (!program.environment)
    return getenv(name.c_str()) != nullptr;
  return std::any_of(program.environment->begin(), program.environment->end(),
                     [&](const std::string &variable) { return variable.starts_with(name + "="); });
}

} // namespace

void Server::start(Launch launch, int trace, bool early) {
  Pipe commands = make_pipe(), statuses = make_pipe();
  launch.descriptors.emplace_back(trace_descriptor, trace);
  launch.descriptors.emplace_back(command_descriptor, commands.reading.number());
  launch.descriptors.emplace_back(status_descriptor, statuses.writing.number());
  launch.variables.push_back(std::string(BRAID_CONTROL_VARIABLE "=trace=") + std::to_string(trace_descriptor) +
                             ",command=" + std::to_string(command_descriptor) +
                             ",status=" + std::to_string(status_descriptor) + ",early=" + (early ? "1" : "0"));
  if (!has_variable(launch.program, BRAID_BIND_VARIABLE))
    launch.variables.push_back(BRAID_BIND_VARIABLE "=" BRAID_BIND_VALUE);
  process_ = launch.start();
  in_sandbox_ = launch.sandbox != nullptr;
  commands_ = std::move(commands);
  statuses_ = std::move(statuses.reading);
}

void Server::stop() {
  if (!is_running())
    return;
  send(BRAID_COMMAND_RETIRE, 0); // to a paused child, if there is one
  send(BRAID_COMMAND_QUIT, 0);
  process_.wait_until(Clock::now() + farewell);
  collect();
}

Process::End Server::collect() {
  Process::End end = process_.end();
  commands_ = Pipe();
  statuses_ = Descriptor();
  return end;
}

void Server::send(braid_command_kind kind, uint64_t run) {
  braid_message message = {};
  message.kind = kind;
  message.run = run;
  ssize_t written;
  do
    written = write(commands_.writing.number(), &message, sizeof message);
  while (written < 0 && errno == EINTR);
  if (written != static_cast<ssize_t>(sizeof message))
    throw system_error("sending a command to the program's server");
}

Server::Event Server::receive(braid_message &message, Clock::time_point deadline, int interrupt) {
  for (;;) {
    auto left = std::max(deadline - Clock::now(), Clock::duration::zero());
    auto seconds = std::chrono::floor<std::chrono::seconds>(left);
    struct timespec timeout = {seconds.count(), std::chrono::nanoseconds(left - seconds).count()};
    struct pollfd either[3] = {
        {statuses_.number(), POLLIN, 0}, {process_.handle(), POLLIN, 0}, {interrupt, POLLIN, 0}};
    int ready = ppoll(either, 3, deadline == Clock::time_point::max() ? nullptr : &timeout, nullptr);
    if (ready < 0 && errno != EINTR)
      throw system_error("waiting for the program's server");
    if (ready > 0 && either[0].revents & POLLIN) {
      ssize_t got = read(statuses_.number(), &message, sizeof message);
      if (got == static_cast<ssize_t>(sizeof message))
        return Event::MESSAGE;
    }
    if (ready > 0 && (either[1].revents || either[0].revents & POLLHUP))
      return Event::LOST;
    if (ready > 0 && either[2].revents)
      return Event::INTERRUPTED;
    if (ready == 0)
      return Event::DEADLINE;
  }
}

// The fourth field of /proc/PID/stat; the second, the program's name, can contain anything.
pid_t Server::child(pid_t process) const {
  if (process <= 1)
    return 0;
  if (in_sandbox_)
    return child_from_inside(id(), process);
  std::string path = "/proc/" + std::to_string(process) + "/stat";
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  char text[1024];
  ssize_t bytes = file.is_open() ? read(file.number(), text, sizeof text) : 0;
  std::string_view all(text, static_cast<size_t>(std::max<ssize_t>(bytes, 0)));
  size_t name_end = all.rfind(')');
  if (name_end == std::string_view::npos || name_end + 4 >= all.size())
    return 0;
  return std::strtol(std::string(all.substr(name_end + 4)).c_str(), nullptr, 10) == id() ? process : 0;
}

void Server::kill_child(pid_t hint) {
  kill(id(), SIGCONT); // the program may have stopped it
  if (const pid_t process = child(hint)) {
    kill(-process, SIGKILL);
    kill(process, SIGKILL);
  } else {
    kill(id(), SIGKILL);
  }
}

} // namespace braid::target
