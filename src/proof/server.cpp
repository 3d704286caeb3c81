#include "proof/server.h"

#include "runtime/replay/server.h"
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
  // A build with AddressSanitizer reserves terabytes of addresses: it cannot live with a limit of memory.
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

// False if the time is up, if somebody interrupts, or if the program is gone.
bool Server::read_number(int &number, Clock::time_point deadline, bool &is_late) const {
  constexpr std::chrono::milliseconds LOOK_UP{50};
  while (!interrupted_) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    is_late = left.count() <= 0;
    if (is_late)
      return false;
    pollfd waiting{answers_.number(), POLLIN, 0};
    const int ready = poll(&waiting, 1, int(std::min<int64_t>(left.count(), LOOK_UP.count())));
    if (ready > 0)
      return read(answers_.number(), &number, sizeof number) == sizeof number;
  }
  return false;
}

target::Outcome Server::run(const target::Input &input, const std::string &values) {
  target::Outcome outcome;
  outcome.ending = Ending::INTERRUPTED;
  if (interrupted_)
    return outcome;
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
  if (!process_.exists())
    start();
  const Clock::time_point begin = Clock::now();
  const auto limit = limits_.time.count() != 0 ? limits_.time : std::chrono::hours(24);
  int child = 0, status = 0;
  bool is_late = false;
  char go = 1;
  // The start of the program is not part of the run.
  bool answered =
      write(commands_.number(), &go, 1) == 1 &&
      read_number(child, begin + std::max<Clock::duration>(limit, std::chrono::seconds(30)), is_late) && child > 0;
  if (answered && !read_number(status, Clock::now() + limit, is_late)) {
    answered = false;
    if (is_late) { // where is it? Its sanitizer tells before it ends
      constexpr std::chrono::seconds TO_TELL{5};
      if (const pid_t process = outside(child))
        kill(process, SIGABRT);
      bool is_too_late = false;
      answered = read_number(status, Clock::now() + TO_TELL, is_too_late);
      if (!answered) {
        if (const pid_t process = outside(child))
          kill(-process, SIGKILL);
        answered = read_number(status, Clock::now() + TO_TELL, is_too_late);
      }
    }
  }
  outcome.repeats = answered && (status & BRAID_PROOF_REPEATS) != 0;
  status &= ~BRAID_PROOF_REPEATS;
  // Whatever it left behind; of a child that has ended, its server sees to that.
  if (const pid_t process = child > 0 && !answered ? outside(child) : 0)
    kill(-process, SIGKILL);
  outcome.wall = Clock::now() - begin;
  if (!answered && !interrupted_)
    outcome.ending = is_late ? Ending::TIMED_OUT : Ending::SERVER_LOST;
  else if (answered && (is_late || outcome.repeats))
    outcome.ending = Ending::TIMED_OUT;
  else if (answered && WIFSIGNALED(status))
    outcome.ending = Ending::SIGNALLED;
  else if (answered)
    outcome.ending = Ending::EXITED;
  outcome.signal = answered && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  outcome.status = answered && WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  if (!answered)
    process_.end(); // the next run starts it anew
  outcome.output_whole = output_.read(outcome.output, limits_.kept_output);
  outcome.errors_whole = errors_.read(outcome.errors, limits_.kept_output);
  return outcome;
}

} // namespace braid::proof
