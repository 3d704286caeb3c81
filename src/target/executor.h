// The executor: an instrumented program that is started once and then runs one input after the other.
//
// Each run happens in a fresh process, forked from the program as it is at the start of main, or, several times
// faster, in the process of the run before, which is put back to that moment (src/runtime/restart.c). Which of
// the two is decided run by run: programs that change what cannot be put back are forked. If constructors of the
// program read input, that moment is before them (starting_point.h).
//
// Whatever the program does to itself, its server or its trace, run() returns an outcome, and the next run finds
// a working server. Errors are thrown for programs that cannot be run at all.
//
// An executor belongs to one thread at a time; only interrupt() may be called by others.
#pragma once

#include "target/core_keeper.h"
#include "target/input.h"
#include "target/input_files.h"
#include "target/memory_file.h"
#include "target/outcome.h"
#include "target/program.h"
#include "target/read_watch.h"
#include "target/sandbox.h"
#include "target/server.h"
#include "target/starting_point.h"
#include "target/trace_memory.h"

#include <functional>

namespace braid::target {

enum class Mode : uint8_t {
  AUTOMATIC, // restart, and fork where that does not work
  FORK,
  RESTART // also where it seldom works: for tests and measurements
};

struct ExecutorOptions {
  Limits limits;
  TraceCapacities capacities;
  Mode mode = Mode::AUTOMATIC;
  // For loading the program and its constructors.
  std::chrono::nanoseconds start_time = std::chrono::seconds(20);
  // The program runs on the core of the thread that calls run(), and that thread is kept there (core_keeper.h).
  bool same_core = true;
  // Addresses are the same each time the program is started, unless this is set.
  bool randomise_addresses = false;
  // What functions return that are not instrumented becomes a source of the trace, where it can.
  bool name_results = false;
  // What becomes of addresses that depend on input.
  braid_addresses addresses = BRAID_ADDRESSES_AUTO;
  // Operations that can go wrong, to be recorded if they were compiled to be: a bit for each enum braid_check.
  uint64_t checks = 0;
  // What is read and written is recorded by code that was compiled for it, for merging paths.
  bool merging = false;
  // How long a source may become whose length is a symbol: what a program finds behind the end depends on it.
  std::function<uint32_t(const Source &)> longest;
};

struct ExecutorFigures {
  uint64_t runs = 0;
  uint64_t restarts = 0;  // runs in a process that had run before
  uint64_t obstacles = 0; // runs after which the process could not be kept
  uint64_t starts = 0;    // of the server
};

class Executor {
public:
  explicit Executor(Program program, ExecutorOptions options = {});
  Executor(const Executor &) = delete;
  Executor &operator=(const Executor &) = delete;
  ~Executor();

  // Starts the program, if it is not running; run() does so by itself. Afterwards the trace has its sites, unless
  // runs begin before constructors.
  void start() { start({}); }
  // Likewise, with an input in its place for constructors that want to see it.
  void start(const Input &input);
  // The trace of the run is in trace() until the next one.
  Outcome run(const Input &input);
  // Runs an input once more that ended by a signal, in a process of its own: where the signal struck (see
  // Outcome::calls). Leaves the trace as it was.
  std::vector<uint64_t> calls_at_crash(const Input &input);

  // From any thread: the run that is under way is ended, and so is every later one.
  void interrupt();

  const TraceMemory &trace() const { return trace_; }
  const Program &program() const { return program_; }
  // Of the program that is running, or ran last: what its sandbox keeps from it.
  const Protection &protection() const { return protection_; }
  const ExecutorFigures &figures() const { return figures_; }
  // Process id of the server, 0 if there is none.
  pid_t server() const { return server_.is_running() ? server_.id() : 0; }

private:
  enum class End : uint8_t { PAUSED, ENDED, LOST };
  struct Report {
    End end = End::LOST;
    bool timed_out = false, interrupted = false;
    int value = 0; // of PAUSED: exit status, or a signal << 8; of ENDED: wait status
    std::chrono::nanoseconds wall{0}, cpu{0};
  };

  void start_once(const Input &input);
  [[noreturn]] void explain_no_hello(bool ended);
  void provide_sandbox(const Input &input);
  void lose_server();
  bool is_sandbox_worn();
  void limit_memory();
  void follow_core();
  bool wants_restart() const;
  void retire_child(const Input &input);
  void put_in_place(const Input &input);
  Report conduct(const Input &input, bool restart);
  Report await(Clock::time_point begin);
  static int signal_of(const Report &report); // that ended the run, or 0
  std::vector<uint64_t> calls() const;        // that the run has left
  Outcome describe(const Report &report);
  void read_output(Outcome &outcome);

  Program program_;
  ExecutorOptions options_;
  TraceMemory trace_;
  StartingPoint point_;
  InputFiles files_;
  MemoryFile input_, output_, errors_;
  std::string early_output_, early_errors_; // written before main, part of what each run writes
  std::unique_ptr<Sandbox> sandbox_;        // of the server
  Protection protection_;
  ReadWatch watch_; // of input, while the program starts
  Server server_;
  Descriptor interrupt_; // readable once runs are to end
  CoreKeeper keeper_;
  std::optional<unsigned> core_; // the server is pinned to

  uint64_t run_ = 0;
  bool diagnose_ = false;
  bool lost_server_ = false;               // without knowing what it left in its sandbox
  bool is_fresh_ = false;                  // was started, and has not run since
  std::chrono::nanoseconds unwatched_{0};  // that runs took since somebody looked how full the sandbox is
  bool paused_ = false;                    // a child waits for the next run
  uint32_t child_ = 0;                     // its process id, as the trace said
  uint64_t first_run_ = 0;                 // of the newest child
  std::chrono::nanoseconds cpu_before_{0}; // used by that child in earlier runs
  unsigned losses_ = 0;                    // servers lost in a row
  ExecutorFigures figures_;
};

} // namespace braid::target
