#include "proof/server.h"

#include "runtime/replay/server.h"
#include "target/attention.h"
#include "target/error.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace braid::proof {

using target::Clock;
using target::Ending;

namespace {

constexpr int COMMANDS = 3, ANSWERS = 4, STANDARD_INPUT = 5, VALUES = 6; // in the new process

} // namespace

Server::Server(target::Program program, target::Limits limits, std::vector<std::string> variables)
    : program_(std::move(program)), limits_(limits), variables_(std::move(variables)), files_(program_.folder),
      standard_input_("braid-stdin"), values_("braid-values"), output_("braid-stdout"), errors_("braid-stderr") {}

void Server::start() {
  target::Pipe commands = target::make_pipe(), answers = target::make_pipe();
  const target::Descriptor empty(open("/dev/null", O_RDONLY | O_CLOEXEC));
  const target::Descriptor input = standard_input_.open(O_RDONLY), values = values_.open(O_RDONLY),
                           output = output_.open(O_WRONLY | O_APPEND), errors = errors_.open(O_WRONLY | O_APPEND);
  // A build with AddressSanitizer reserves terabytes of addresses: it cannot live with a limit on them.
  target::Launch launch{program_, limits_, {}, variables_, 0, std::nullopt, false, sandbox_.get()};
  launch.descriptors = {{0, empty.number()},
                        {1, output.number()},
                        {2, errors.number()},
                        {COMMANDS, commands.reading.number()},
                        {ANSWERS, answers.writing.number()},
                        {STANDARD_INPUT, input.number()},
                        {VALUES, values.number()}};
  launch.variables.push_back(fmt::format("BRAID_PROOF={},{},{},{}", COMMANDS, ANSWERS, STANDARD_INPUT, VALUES));
  process_ = launch.start();
  commands_ = std::move(commands.writing);
  answers_ = std::move(answers.reading);
}

// The id that the server gave for its child is the one that it has in the sandbox. 0 if it has none any more.
pid_t Server::outside(pid_t child) const {
  return sandbox_ ? target::child_from_inside(process_.id(), child) : child;
}

void Server::interrupt() { interrupted_ = true; }

void Server::send(pid_t child, int signal, bool to_group) const {
  if (const pid_t process = outside(child))
    kill(to_group ? -process : process, signal);
}

// NONE if somebody interrupts, or if the program is gone. `child`: whose memory is looked at.
Server::Answer Server::read_number(int &number, Clock::time_point deadline, pid_t child) const {
  constexpr std::chrono::milliseconds LOOK_UP{50};
  while (!interrupted_) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0)
      return Answer::LATE;
    pollfd waiting{answers_.number(), POLLIN, 0};
    const int ready = poll(&waiting, 1, int(std::min<int64_t>(left.count(), LOOK_UP.count())));
    if (ready > 0)
      return read(answers_.number(), &number, sizeof number) == sizeof number ? Answer::NUMBER : Answer::NONE;
    if (child != 0 && limits_.memory != 0 && target::private_memory(outside(child)) > limits_.memory)
      return Answer::USED_UP_MEMORY;
  }
  return Answer::NONE;
}

// How the child ended, also if it had to be ended: NUMBER only if nobody did that.
Server::Answer Server::read_status(int &status, pid_t child) const {
  constexpr std::chrono::seconds TO_TELL{5};
  const auto limit = limits_.time.count() != 0 ? limits_.time : std::chrono::hours(24);
  const Answer answer = read_number(status, Clock::now() + limit, child);
  if (answer != Answer::LATE && answer != Answer::USED_UP_MEMORY)
    return answer;
  if (answer == Answer::LATE) { // where is it? Its sanitizer tells before it ends
    send(child, SIGABRT, false);
    if (read_number(status, Clock::now() + TO_TELL) == Answer::NUMBER)
      return answer;
  }
  send(child, SIGKILL, true);
  return read_number(status, Clock::now() + TO_TELL) == Answer::NUMBER ? answer : Answer::NONE;
}

// Where the program finds it.
void Server::place(const target::Input &input, const std::string &values) {
  if (process_.exists() && sandbox_ && (!sandbox_->suits(input) || sandbox_->is_worn()))
    process_.end();
  if (!process_.exists()) {
    sandbox_.reset();
    sandbox_ = target::Sandbox::make(program_, input);
    files_.see_as(sandbox_.get());
  }
  standard_input_.clear();
  for (const target::Source &source : input.sources)
    if (source.kind == target::SourceKind::STDIN)
      standard_input_.replace(source.bytes);
    else if (source.kind == target::SourceKind::FILE)
      files_.write(source);
  values_.replace({reinterpret_cast<const uint8_t *>(values.data()), values.size()});
  output_.clear();
  errors_.clear();
}

target::Outcome Server::run(const target::Input &input, const std::string &values) {
  target::Outcome outcome;
  outcome.ending = Ending::INTERRUPTED;
  if (interrupted_)
    return outcome;
  place(input, values);
  if (!process_.exists())
    start();
  constexpr std::chrono::seconds TO_START{30}; // it is not part of the run
  const Clock::time_point begin = Clock::now();
  const char go = 1;
  int child = 0, status = 0;
  Answer answer = write(commands_.number(), &go, 1) == 1 ? read_number(child, begin + TO_START) : Answer::NONE;
  answer = answer == Answer::NUMBER && child > 0 ? read_status(status, child) : Answer::NONE;
  outcome.repeats = answer != Answer::NONE && (status & BRAID_PROOF_REPEATS) != 0;
  status &= ~BRAID_PROOF_REPEATS;
  // Whatever it left behind; of a child that has ended, its server sees to that.
  if (child > 0 && answer == Answer::NONE)
    send(child, SIGKILL, true);
  outcome.wall = Clock::now() - begin;
  outcome.used_up_memory = answer == Answer::USED_UP_MEMORY;
  if (answer == Answer::NONE) {
    outcome.ending = interrupted_ ? Ending::INTERRUPTED : Ending::SERVER_LOST;
    process_.end(); // the next run starts it anew
  } else {
    outcome.ending = answer == Answer::LATE || outcome.repeats ? Ending::TIMED_OUT
                     : WIFSIGNALED(status)                     ? Ending::SIGNALLED
                                                               : Ending::EXITED;
    outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  }
  outcome.output_whole = output_.read(outcome.output, 0);
  outcome.errors_whole = errors_.read(outcome.errors, limits_.kept_output);
  return outcome;
}

} // namespace braid::proof
