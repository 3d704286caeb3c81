#include "cli/solve_command.h"

#include "cli/exit_codes.h"
#include "cli/solver_options.h"
#include "expr/array_value.h"
#include "expr/smtlib_literals.h"
#include "expr/smtlib_reader.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <unistd.h>

namespace braid::cli {

namespace {

// A string as SMT-LIB writes it.
std::string smtlib_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text)
    result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

using expr::SmtlibCommand;
using expr::SmtlibReader;
using solver::Answer;
using solver::Reason;
using solver::Verdict;
using Kind = SmtlibCommand::Kind;

// For the signal handler. After the first signal the present query is answered "unknown", and so are those that
// the script still has; a second one has its usual effect.
std::atomic<solver::Solver *> asked_solver{nullptr};
volatile std::sig_atomic_t stop_wanted = 0;

void stop_handler(int) {
  stop_wanted = 1;
  if (solver::Solver *solver = asked_solver.load())
    solver->interrupt();
}

// While it lives Ctrl-C stops the solver rather than the program.
class Stoppable {
public:
  explicit Stoppable(solver::Solver &solver) {
    asked_solver = &solver;
    struct sigaction stopping = {};
    stopping.sa_handler = stop_handler;
    stopping.sa_flags = int(SA_RESETHAND);
    for (size_t i = 0; i < std::size(SIGNALS); i++)
      sigaction(SIGNALS[i], &stopping, &before_[i]);
  }
  ~Stoppable() {
    for (size_t i = 0; i < std::size(SIGNALS); i++)
      sigaction(SIGNALS[i], &before_[i], nullptr);
    asked_solver = nullptr;
  }
  Stoppable(const Stoppable &) = delete;
  Stoppable &operator=(const Stoppable &) = delete;

private:
  static constexpr int SIGNALS[] = {SIGINT, SIGTERM};
  struct sigaction before_[std::size(SIGNALS)] = {};
};

// One script, answered as it is read.
class Script {
public:
  Script(const std::string &name, const std::string &prefix, std::string_view text, const SolverOptions &options)
      : name_(name), prefix_(prefix), solver_(store_, options.options()), reader_(store_, text),
        evaluator_(store_) {}

  int run() {
    try {
      const Stoppable stoppable(solver_);
      while (const std::optional<SmtlibCommand> command = reader_.next()) {
        answer(*command);
        std::cout.flush();
      }
    } catch (const expr::SmtlibError &error) {
      std::cout.flush();
      fmt::print(stderr, "{}:{}:{}: {}\n", name_, error.line, error.column, error.what());
      return EXIT_USAGE;
    }
    return exit_code_;
  }

  const solver::Solver &solver() const { return solver_; }

private:
  void answer(const SmtlibCommand &command) {
    switch (command.kind) {
    case Kind::CHECK:
      return check(command);
    case Kind::GET_VALUE:
      return has(Verdict::SATISFIABLE, command, "model") ? print_values(command) : void();
    case Kind::GET_MODEL:
      return has(Verdict::SATISFIABLE, command, "model") ? print_model() : void();
    case Kind::GET_CORE:
      return has(Verdict::UNSATISFIABLE, command, "core") ? print_core(false) : void();
    case Kind::GET_UNSAT_ASSUMPTIONS:
      return has(Verdict::UNSATISFIABLE, command, "core") ? print_core(true) : void();
    case Kind::GET_INFO:
      return print_info(command.text);
    case Kind::ECHO:
      std::cout << smtlib_string(command.text) << '\n';
      return;
    case Kind::SUCCESS:
      std::cout << "success\n";
      return;
    case Kind::GET_OPTION:
      std::cout << "unsupported\n";
      return;
    case Kind::UNSUPPORTED:
      std::cout << "unsupported\n";
      return note(command, command.text);
    }
  }

  void check(const SmtlibCommand &command) {
    constraints_.assign(reader_.constraints().begin(), reader_.constraints().end());
    const expr::Assignment previous = std::move(answer_.model);
    answer_ = reader_.obstacle().empty()
                  ? solver_.solve({.constraints = constraints_, .previous = has_model_ ? &previous : nullptr})
                  : Answer::unknown(Reason::THEORY, reader_.obstacle());
    checked_ = true;
    has_model_ = answer_.verdict == Verdict::SATISFIABLE;
    std::cout << prefix_ << verdict_text(answer_.verdict) << '\n' << std::flush;
    if (answer_.verdict == Verdict::UNKNOWN) {
      explain_unknown(command);
    } else if (const std::string &expected = reader_.status();
               (expected == "sat" || expected == "unsat") && expected != verdict_text(answer_.verdict)) {
      note(command, fmt::format("the answer is not the :status of the script, which is {}", expected));
      exit_code_ = EXIT_TROUBLE;
    }
  }

  void explain_unknown(const SmtlibCommand &command) {
    std::string text = fmt::format("unknown: {}", reason_text(answer_.reason));
    if (answer_.reason == Reason::THEORY && !reader_.obstacle().empty())
      text = fmt::format("unknown because of {}:{}", name_, reader_.obstacle());
    else if (!answer_.detail.empty())
      text += fmt::format(" ({})", answer_.detail);
    else if (answer_.reason == Reason::TIME)
      text += " (more of it: --time-limit)";
    else if (answer_.reason == Reason::MEMORY)
      text += " (more of it: --memory-limit)";
    note(command, text);
    const int code = answer_.reason == Reason::SOLVER ? EXIT_TROUBLE : EXIT_INCOMPLETE;
    exit_code_ = std::max(exit_code_, code);
  }

  void note(const SmtlibCommand &command, const std::string &text) const {
    std::cout.flush();
    fmt::print(stderr, "{}:{}:{}: {}\n", name_, command.line, command.column, text);
  }

  // As solvers do, the error goes to where the answer would go.
  bool has(Verdict verdict, const SmtlibCommand &command, const char *what) const {
    if (checked_ && answer_.verdict == verdict)
      return true;
    std::cout << fmt::format("(error \"line {} column {}: there is no {}: the last answer is not {}\")\n",
                             command.line, command.column, what, verdict_text(verdict));
    return false;
  }

  std::string value(const expr::smtlib::TypedTerm &term) {
    evaluator_.assign(answer_.model);
    if (term.sort.meaning == expr::smtlib::Meaning::ARRAY)
      return value_text(term.sort, array_value(store_, evaluator_, answer_.model, term.e));
    return value_text(term.sort, evaluator_.value(term.e));
  }

  void print_values(const SmtlibCommand &command) {
    const char *separator = "(";
    for (const SmtlibCommand::Term &term : command.terms) {
      std::cout << separator << '(' << term.text << ' ' << value(term.term) << ')';
      separator = "\n ";
    }
    std::cout << ")\n";
  }

  void print_model() {
    std::cout << "(\n";
    for (const SmtlibReader::Declared &declared : reader_.declared())
      std::cout << fmt::format("  (define-fun {} () {}\n    {})\n", expr::smtlib_symbol(declared.name),
                               declared.term.sort.text(), value(declared.term));
    std::cout << ")\n";
  }

  void print_core(bool assumptions) const {
    std::string names;
    for (const uint32_t position : answer_.core)
      if (reader_.is_assumption(position) == assumptions && !reader_.name(position).empty()) {
        // Assumptions are terms as they were written, assertions have names.
        const std::string &text = reader_.name(position);
        names += (names.empty() ? "" : " ") + (assumptions ? text : expr::smtlib_symbol(text));
      }
    std::cout << '(' << names << ")\n";
  }

  void print_info(const std::string &what) const {
    if (what == ":name")
      std::cout << "(:name \"braid\")\n";
    else if (what == ":version")
      std::cout << "(:version \"" BRAID_VERSION "\")\n";
    else if (what == ":error-behavior")
      std::cout << "(:error-behavior immediate-exit)\n";
    else if (what == ":reason-unknown" && checked_ && answer_.verdict == Verdict::UNKNOWN)
      std::cout << fmt::format("(:reason-unknown \"{}\")\n", reason_text(answer_.reason));
    else
      std::cout << "unsupported\n";
  }

  const std::string &name_, &prefix_;
  expr::Store store_;
  solver::Solver solver_;
  SmtlibReader reader_;
  expr::Evaluator evaluator_;
  std::vector<expr::Expr> constraints_; // of the last (check-sat)
  Answer answer_;
  bool checked_ = false, has_model_ = false;
  int exit_code_ = EXIT_DONE;
};

struct Options {
  std::vector<std::string> files;
  SolverOptions solver;
};

// Throws a text that says why it cannot be read.
std::string read_script(const std::string &path) {
  if (path == "-")
    return std::string{std::istreambuf_iterator<char>(std::cin), {}};
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw std::runtime_error("it is a folder");
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw std::runtime_error(std::strerror(errno));
  return std::string{std::istreambuf_iterator<char>(stream), {}};
}

// What is wrong with the folder for queries; empty if nothing is. Better told before the work than after it.
std::string trouble_with_folder(const std::string &folder) {
  std::error_code error;
  if (folder.empty())
    return {};
  std::filesystem::create_directories(folder, error);
  if (error)
    return error.message();
  return access(folder.c_str(), W_OK | X_OK) == 0 ? std::string() : std::strerror(errno);
}

int run(const Options &options) {
  int exit_code = EXIT_DONE;
  SolverStatistics statistics;
  if (const std::string trouble = trouble_with_folder(options.solver.dump_queries); !trouble.empty()) {
    fmt::print(stderr, "braid: {}: queries cannot be written there: {}\nMore: braid solve --help\n",
               options.solver.dump_queries, trouble);
    return EXIT_USAGE;
  }
  for (const std::string &path : options.files) {
    const std::string name = path == "-" ? "standard input" : path;
    if (stop_wanted != 0) {
      fmt::print(stderr, "braid: {}: not looked at, because of the interrupt\n", name);
      exit_code = std::max<int>(exit_code, EXIT_INCOMPLETE);
      continue;
    }
    std::string text;
    try {
      text = read_script(path);
    } catch (const std::exception &error) {
      fmt::print(stderr, "braid: {}: the file cannot be read: {}\nMore: braid solve --help\n", name, error.what());
      exit_code = std::max<int>(exit_code, EXIT_USAGE);
      continue;
    }
    const std::string prefix = options.files.size() > 1 ? name + ": " : std::string();
    Script script(name, prefix, text, options.solver);
    exit_code = std::max(exit_code, script.run());
    statistics.add(script.solver());
  }
  std::cout.flush();
  if (!std::cout) {
    fmt::print(stderr, "braid: standard output: answers could not be written\n");
    exit_code = EXIT_TROUBLE;
  }
  if (options.solver.statistics)
    fmt::print(stderr, "{}", statistics.table());
  return exit_code;
}

} // namespace

void add_solve_command(CLI::App &app, int &exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App *command =
      app.add_subcommand("solve", "Answer scripts in SMT-LIB 2.6: QF_BV, QF_ABV, QF_BVFP, QF_ABVFP.\n"
                                  "Prints sat, unsat or unknown for each (check-sat), as solvers do; of several\n"
                                  "files each answer follows the file's name.");
  command->add_option("FILES", options->files, "The scripts; - for standard input")->required();
  add_solver_options(*command, options->solver);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

} // namespace braid::cli
