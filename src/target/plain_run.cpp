#include "target/plain_run.h"

#include "target/input_files.h"
#include "target/launch.h"
#include "target/memory_file.h"
#include "target/sandbox.h"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace braid::target {

namespace {

std::vector<std::string> environment_of(const Program &program) {
  if (program.environment)
    return *program.environment;
  std::vector<std::string> all;
  for (char **variable = environ; *variable; variable++)
    all.push_back(*variable);
  return all;
}

// A zero byte ends an argument, as it does in the executor.
std::string text_of(const Source &source) {
  std::string text(source.bytes.begin(), source.bytes.end());
  return text.substr(0, text.find('\0'));
}

void set_argument(Program &program, const Source &source) {
  if (source.index == 0)
    return;
  if (program.arguments.size() < source.index)
    program.arguments.resize(source.index);
  program.arguments[source.index - 1u] = text_of(source);
}

void set_variable(Program &program, const Source &source) {
  std::vector<std::string> all = environment_of(program);
  std::erase_if(all, [&](const std::string &variable) { return variable.starts_with(source.name + "="); });
  all.push_back(source.name + "=" + text_of(source));
  program.environment = std::move(all);
}

enum class Wait : uint8_t { ENDED, LATE, INTERRUPTED, USED_UP_MEMORY };

Wait wait_for(const Process &process, Clock::time_point deadline, const Attention &attention) {
  constexpr std::chrono::milliseconds LOOK_UP{50};
  if (attention.interrupted == nullptr && attention.memory == 0)
    return process.wait_until(deadline) ? Wait::ENDED : Wait::LATE;
  for (;;) {
    if (process.wait_until(std::min(deadline, Clock::now() + LOOK_UP)))
      return Wait::ENDED;
    if (attention.interrupted != nullptr && *attention.interrupted)
      return Wait::INTERRUPTED;
    if (attention.memory != 0 && private_memory(process.id()) > attention.memory)
      return Wait::USED_UP_MEMORY;
    if (Clock::now() >= deadline)
      return Wait::LATE;
  }
}

} // namespace

Outcome run_plain(const Program &program, const Input &input, const Limits &limits, const Attention &attention) {
  Program changed = program;
  const std::unique_ptr<Sandbox> sandbox = Sandbox::make(program, input);
  InputFiles files(program.folder);
  files.see_as(sandbox.get());
  MemoryFile standard_input("braid-stdin"), output("braid-stdout"), errors("braid-stderr");
  for (const Source &source : input.sources)
    if (source.kind == SourceKind::STDIN)
      standard_input.replace(source.bytes);
    else if (source.kind == SourceKind::FILE)
      files.write(source);
    else if (source.kind == SourceKind::ARGUMENT)
      set_argument(changed, source);
    else if (source.kind == SourceKind::ENVIRONMENT)
      set_variable(changed, source);

  Descriptor in = standard_input.open(O_RDONLY), out = output.open(O_WRONLY | O_APPEND),
             err = errors.open(O_WRONLY | O_APPEND);
  Launch launch{changed, limits, {}, {}, limits.memory, std::nullopt, false, sandbox.get()};
  launch.descriptors = {{0, in.number()}, {1, out.number()}, {2, err.number()}};
  Clock::time_point begin = Clock::now();
  Process process = launch.start();
  const Wait wait =
      wait_for(process, limits.time.count() ? begin + limits.time : Clock::time_point::max(), attention);
  if (wait == Wait::LATE && attention.ask_where) {
    constexpr std::chrono::seconds TO_TELL{5};
    kill(process.id(), SIGABRT);
    wait_for(process, Clock::now() + TO_TELL, attention);
  }
  Process::End end = process.end();

  Outcome outcome;
  outcome.wall = Clock::now() - begin;
  outcome.cpu = end.cpu;
  outcome.used_up_memory = wait == Wait::USED_UP_MEMORY;
  if (wait == Wait::LATE || wait == Wait::INTERRUPTED) {
    outcome.ending = wait == Wait::LATE ? Ending::TIMED_OUT : Ending::INTERRUPTED;
  } else if (WIFSIGNALED(end.wait_status)) {
    outcome.ending = Ending::SIGNALLED;
    outcome.signal = WTERMSIG(end.wait_status);
  } else {
    outcome.status = WEXITSTATUS(end.wait_status);
  }
  outcome.output_whole = output.read(outcome.output, limits.kept_output);
  outcome.errors_whole = errors.read(outcome.errors, limits.kept_output);
  return outcome;
}

} // namespace braid::target
