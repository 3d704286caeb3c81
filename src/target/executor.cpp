#include "target/executor.h"

#include "target/error.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace braid::target {

namespace {

// A server that dies at its start by a signal, or is lost in runs that follow each other, is started again so
// many times.
constexpr unsigned start_attempts = 3;
constexpr unsigned losses_in_a_row = 16;

// The server's time to notice that its child was killed, to clean up and to tell.
constexpr auto patience = std::chrono::seconds(5);

// Nobody can fill the scratch memory of a sandbox in this time: some ten MiB are written in it.
constexpr auto time_between_looks = std::chrono::milliseconds(1);

// Until the program's own use of memory is known: room for the runtime's tables.
constexpr uint64_t memory_of_runtime = uint64_t{256} << 20;

Clock::time_point later(Clock::time_point begin, std::chrono::nanoseconds duration) {
  return duration.count() == 0 ? Clock::time_point::max() : begin + duration;
}

// Private writable memory of a process in bytes, as RLIMIT_DATA counts it; 0 if not known.
uint64_t data_bytes(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  uint64_t pages = 0;
  for (int field = 0; field < 6; field++)
    file >> pages;
  return file ? pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

std::string how_it_ended(int wait_status) {
  Outcome outcome;
  outcome.ending = WIFSIGNALED(wait_status) ? Ending::SIGNALLED : Ending::EXITED;
  outcome.status = WEXITSTATUS(wait_status);
  outcome.signal = WTERMSIG(wait_status);
  return outcome.text();
}

std::string bounded(const char *text, size_t capacity) { return std::string(text, strnlen(text, capacity)); }

// The last lines of what the program said, for an error message.
std::string quoted_end(const std::string &text) {
  constexpr size_t most = 400;
  if (text.empty())
    return {};
  std::string end = text.size() > most ? "..." + text.substr(text.size() - most) : text;
  while (!end.empty() && end.back() == '\n')
    end.pop_back();
  return "\n  It said: " + end;
}

bool is_script(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  char first[2] = {};
  return file.read(first, sizeof first) && first[0] == '#' && first[1] == '!';
}

constexpr const char *how_to_build =
    "Build it with braid-cc (C) or braid-c++ (C++), which are used like cc: braid-cc prog.c -o prog";

} // namespace

Executor::Executor(Program program, ExecutorOptions options)
    : program_(std::move(program)), options_(options), trace_(options.capacities), point_(program_),
      files_(program_.folder), input_("braid-stdin"), output_("braid-stdout"), errors_("braid-stderr"),
      interrupt_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!interrupt_.is_open())
    throw system_error("making a descriptor for interrupts");
}

Executor::~Executor() {
  try {
    server_.stop();
  } catch (const Error &) { // NOLINT(bugprone-empty-catch)
    // The process is killed with its object.
  }
}

// --- starting ---

void Executor::explain_no_hello(bool ended) {
  std::string said;
  errors_.read(said, options_.limits.kept_output);
  bool refused = trace_.header().end == BRAID_END_INTERNAL;
  bool has_sites = trace_.header().site_count > 1; // told by the runtime before constructors
  std::string message = bounded(trace_.header().message, sizeof trace_.header().message);
  Process::End end = server_.collect();
  std::string where = program_.path.string();
  if (!ended) {
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.1f s", std::chrono::duration<double>(options_.start_time).count());
    throw Error(std::string("the program did not get ready for a run within ") + seconds + quoted_end(said), where,
                std::string("Most likely it was not built with braid-cc. ") + how_to_build +
                    "\n  If it was, and its constructors need longer: raise the time limit (--time-limit).");
  }
  if (said.find(BRAID_CONTROL_OTHER_VERSION) != std::string::npos)
    throw Error("the program was built by the braid-cc of another version of Braid", where,
                "Build it again with the one beside this braid.");
  if (refused)
    throw Error("the runtime in the program could not start" + (message.empty() ? "" : ": " + message), where,
                "Most likely the address space is limited (ulimit -v).");
  if (WIFSIGNALED(end.wait_status))
    throw Error("the program died before main (" + how_it_ended(end.wait_status) + ")" + quoted_end(said), where,
                "Run it by itself: a constructor or a library it loads fails, or it was not built with braid-cc.");
  if (has_sites)
    throw Error("the program ended before main (" + how_it_ended(end.wait_status) + ")" + quoted_end(said), where,
                "Run it by itself: a constructor or a library it loads ends it.");
  if (is_script(program_.path))
    throw Error("this is a script, and no program built with braid-cc was started by it; it ended with " +
                    how_it_ended(end.wait_status) + quoted_end(said),
                where, "Give Braid the program that the script runs.");
  throw Error("the program was not built with braid-cc: it ran (" + how_it_ended(end.wait_status) +
                  "), but nothing could be recorded" + quoted_end(said),
              where, how_to_build);
}

// The one that is there serves again, unless it is used up or processes may have been left in it.
void Executor::provide_sandbox(const Input &input) {
  if (sandbox_ && !lost_server_ && sandbox_->suits(input) && !sandbox_->is_worn())
    return;
  lost_server_ = false;
  sandbox_.reset();
  sandbox_ = Sandbox::make(program_, input, protection_);
  files_.see_as(sandbox_.get());
}

void Executor::lose_server() {
  server_.collect();
  lost_server_ = true;
}

// The input is there already, so that a program that wants it too early is noticed, and standard input in any
// case.
void Executor::start_once(const Input &input) {
  Input given = input;
  if (!input.find(SourceKind::STDIN) && input.sources.size() < options_.capacities.sources)
    given.add(SourceKind::STDIN, "stdin", "");
  provide_sandbox(input);
  trace_.reset();
  put_in_place(given);
  watch_.add(input_.number());
  for (const int file : files_.descriptors())
    watch_.add(file);
  Descriptor standard_input = input_.open(O_RDONLY), output = output_.open(O_WRONLY | O_APPEND),
             errors = errors_.open(O_WRONLY | O_APPEND);
  core_ = options_.same_core ? current_core() : std::nullopt;
  const Program program = point_.start_for(input);
  Launch launch{program, options_.limits, {}, {}, 0, core_, options_.randomise_addresses, sandbox_.get()};
  launch.descriptors = {{0, standard_input.number()}, {1, output.number()}, {2, errors.number()}};
  if (options_.limits.memory)
    launch.memory_limit = options_.limits.memory + memory_of_runtime;
  paused_ = false;
  server_.start(std::move(launch), trace_.descriptor(), point_.is_early());
  figures_.starts++;
  is_fresh_ = true;
}

// To ask takes as long as a small system call of the program, so not before each run.
bool Executor::is_sandbox_worn() {
  if (unwatched_ < time_between_looks)
    return false;
  unwatched_ = {};
  return sandbox_->is_worn();
}

void Executor::start(const Input &input) {
  if (server_.is_running() && point_.suits(input) && (!sandbox_ || (sandbox_->suits(input) && !is_sandbox_worn())))
    return;
  server_.stop();
  for (unsigned attempt = 1;; attempt++) {
    start_once(input);
    braid_message message;
    Server::Event event = server_.receive(message, later(Clock::now(), options_.start_time));
    bool asked = event == Server::Event::MESSAGE && message.kind == BRAID_STATUS_EARLY;
    if ((watch_.end() || asked) && point_.was_too_late()) {
      server_.collect();
      continue;
    }
    if (event == Server::Event::MESSAGE && message.kind == BRAID_STATUS_HELLO) {
      point_.is_running(message.run);
      break;
    }
    siginfo_t how = {};
    if (event == Server::Event::LOST && attempt < start_attempts &&
        waitid(P_PID, static_cast<id_t>(server_.id()), &how, WEXITED | WNOWAIT | WNOHANG) == 0 &&
        (how.si_code == CLD_KILLED || how.si_code == CLD_DUMPED)) {
      server_.collect();
      continue;
    }
    explain_no_hello(event != Server::Event::DEADLINE);
  }
  limit_memory();
  early_output_.clear();
  early_errors_.clear();
  output_.read(early_output_, options_.limits.kept_output);
  errors_.read(early_errors_, options_.limits.kept_output);
}

// What the program and the runtime have before main is not counted.
void Executor::limit_memory() {
  uint64_t used = data_bytes(server_.id());
  struct rlimit limit;
  if (!options_.limits.memory || !used || prlimit(server_.id(), RLIMIT_DATA, nullptr, &limit) != 0)
    return;
  limit.rlim_cur = std::min<rlim_t>(used + options_.limits.memory, limit.rlim_max);
  prlimit(server_.id(), RLIMIT_DATA, &limit, nullptr);
}

void Executor::follow_core() {
  if (!core_)
    return;
  const std::optional<unsigned> here = keeper_.look();
  if (!here || here == core_)
    return;
  core_ = here;
  pin(server_.id(), *core_);
  if (const pid_t child = paused_ ? server_.child(static_cast<pid_t>(child_)) : 0)
    pin(child, *core_);
}

// --- running ---

// A process that cannot be kept costs a little more than a fork. One or two inputs that make it so are no reason
// to fork for all others.
bool Executor::wants_restart() const {
  if (options_.mode != Mode::AUTOMATIC)
    return options_.mode == Mode::RESTART;
  return figures_.obstacles * 16 <= figures_.runs + 16;
}

void Executor::retire_child(const Input &input) {
  braid_message message;
  server_.send(BRAID_COMMAND_RETIRE, run_);
  while (server_.receive(message, Clock::now() + patience) == Server::Event::MESSAGE)
    if (message.kind == BRAID_STATUS_ENDED) {
      paused_ = false;
      return;
    }
  lose_server();
  start(input);
}

Executor::Report Executor::await(Clock::time_point begin) {
  Report report;
  Clock::time_point deadline = later(begin, options_.limits.time);
  braid_message message;
  for (;;) {
    const bool was_killed = report.timed_out || report.interrupted;
    Server::Event event = server_.receive(message, deadline, was_killed ? -1 : interrupt_.number());
    if (event == Server::Event::LOST)
      return report;
    if (event == Server::Event::DEADLINE || event == Server::Event::INTERRUPTED) {
      if (was_killed) { // the server does not answer any more
        lose_server();
        return report;
      }
      (event == Server::Event::DEADLINE ? report.timed_out : report.interrupted) = true;
      server_.kill_child(static_cast<pid_t>(trace_.header().process));
      deadline = Clock::now() + patience;
    } else if (message.kind == BRAID_STATUS_PAUSED && message.run == run_) {
      report.end = End::PAUSED;
      break;
    } else if (message.kind == BRAID_STATUS_FAILED && message.run == run_) {
      errno = message.value;
      throw system_error("making a process for a run", program_.path.string());
    } else if (message.kind == BRAID_STATUS_ENDED && message.run == first_run_) {
      if (paused_ && trace_.header().process != child_) {
        // The child died while it waited. The server has forked another for this run, unless the command was lost
        // with the child; to say it again is right in both cases.
        paused_ = false;
        first_run_ = run_;
        cpu_before_ = {};
        server_.send(BRAID_COMMAND_RUN_RESTART, run_);
        continue;
      }
      report.end = End::ENDED;
      break;
    }
  }
  report.value = message.value;
  std::chrono::nanoseconds cpu(message.cpu_nanoseconds);
  report.cpu = cpu - std::min(cpu, cpu_before_);
  cpu_before_ = cpu;
  return report;
}

void Executor::put_in_place(const Input &input) {
  const Source *standard_input = input.find(SourceKind::STDIN);
  input_.replace(standard_input ? std::span<const uint8_t>(standard_input->bytes) : std::span<const uint8_t>());
  output_.clear();
  errors_.clear();
  trace_.prepare(
      input, run_, {input_.device(), input_.inode()}, files_,
      {diagnose_, options_.name_results, options_.addresses, options_.checks, options_.merging, options_.longest});
}

Executor::Report Executor::conduct(const Input &input, bool restart) {
  follow_core();
  is_fresh_ = false;
  run_++;
  put_in_place(input);
  if (!paused_) {
    first_run_ = run_;
    cpu_before_ = {};
  }
  Clock::time_point begin = Clock::now();
  server_.send(restart ? BRAID_COMMAND_RUN_RESTART : BRAID_COMMAND_RUN_FORK, run_);
  Report report = await(begin);
  report.wall = Clock::now() - begin;
  unwatched_ += report.wall;
  paused_ = report.end == End::PAUSED;
  child_ = trace_.header().process;
  return report;
}

void Executor::read_output(Outcome &outcome) {
  uint64_t limit = options_.limits.kept_output;
  outcome.output = early_output_;
  outcome.output_whole = output_.read(outcome.output, limit - early_output_.size());
  outcome.errors = early_errors_;
  outcome.errors_whole = errors_.read(outcome.errors, limit - early_errors_.size());
}

int Executor::signal_of(const Report &report) {
  if (report.end == End::PAUSED)
    return report.value >> 8 & 0x7f;
  return report.end == End::ENDED && WIFSIGNALED(report.value) ? WTERMSIG(report.value) : 0;
}

std::vector<uint64_t> Executor::calls() const {
  const braid_trace &trace = trace_.header();
  std::vector<uint64_t> found;
  const uint32_t count = trace.crash_count;
  for (uint32_t i = 0; i < std::min<uint32_t>(count, BRAID_CRASH_CALLS); i++)
    found.push_back(uint64_t{trace.crash[i]});
  return found;
}

Outcome Executor::describe(const Report &report) {
  const braid_trace &trace = trace_.header();
  Outcome outcome;
  outcome.wall = report.wall;
  outcome.cpu = report.cpu;
  if (trace.process == 0)
    trace_.discard();
  outcome.end = trace.end;
  outcome.refused_bytes = trace.refused_bytes;
  outcome.restarted = trace.restarts > 0;
  outcome.obstacle = bounded(trace.obstacle, sizeof trace.obstacle);
  if (report.interrupted) {
    outcome.ending = Ending::INTERRUPTED;
  } else if (report.timed_out || (report.end == End::ENDED && (report.value & BRAID_STATUS_REPEATS) != 0)) {
    outcome.ending = Ending::TIMED_OUT;
    outcome.repeats = !report.timed_out;
  } else if (report.end == End::LOST) {
    outcome.ending = Ending::SERVER_LOST;
  } else if (const int signal = signal_of(report); signal != 0) {
    outcome.ending = Ending::SIGNALLED;
    outcome.signal = signal;
    outcome.calls = calls();
  } else if (outcome.end > BRAID_END_QUICK) {
    outcome.ending = Ending::STOPPED;
    outcome.message = bounded(trace.message, sizeof trace.message);
  } else {
    outcome.status = report.end == End::ENDED ? WEXITSTATUS(report.value) : report.value & 0xff;
  }
  outcome.warning = point_.warning();
  read_output(outcome);
  return outcome;
}

std::vector<uint64_t> Executor::calls_at_crash(const Input &input) {
  const TraceMemory::Saved saved = trace_.save();
  diagnose_ = true;
  run(input);
  diagnose_ = false;
  std::vector<uint64_t> found = calls();
  trace_.put_back(saved);
  return found;
}

void Executor::interrupt() { eventfd_write(interrupt_.number(), 1); }

Outcome Executor::run(const Input &input) {
  if (!is_fresh_) // what it did at its start belongs to this run
    trace_.forget_ways();
  start(input);
  bool restart = wants_restart() && !diagnose_;
  if (paused_ && !restart)
    retire_child(input);
  Report report = conduct(input, restart);
  if (report.end == End::LOST && !report.timed_out && !report.interrupted && trace_.header().process == 0) {
    // The server was dead before the run began, so it was not the run that killed it.
    lose_server();
    start(input);
    report = conduct(input, restart);
  }
  Outcome outcome = describe(report);
  figures_.runs++;
  figures_.restarts += outcome.restarted;
  figures_.obstacles += restart && !outcome.obstacle.empty();
  if (report.end != End::LOST) {
    losses_ = 0;
  } else {
    lose_server();
    if (!report.timed_out && !report.interrupted && ++losses_ >= losses_in_a_row)
      throw Error("the program killed its server in " + std::to_string(losses_) + " runs in a row",
                  program_.path.string(), "A program that kills its parent process cannot be explored.");
  }
  return outcome;
}

} // namespace braid::target
