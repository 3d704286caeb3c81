// Braid-cc replaces itself by Clang instead of waiting for it: a build starts the compiler thousands of times,
// and signals, exit codes and process groups then are Clang's own.
//
// The kernel limits the length of a command line, and ours is a little longer than the builder's. When it is
// too long, it goes through a response file in memory, which needs no name and no cleaning up.
#include "target/compile/run.h"

#include "target/compile/merging.h"
#include "target/compile/own_options.h"
#include "target/compile/plan.h"
#include "target/compile/response.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace braid::compile {

namespace {

int fail(const std::string &name, const std::string &message) {
  fprintf(stderr, "%s: error: %s\n", name.c_str(), message.c_str());
  return 1;
}

std::string shell_quoted(const std::string &argument) {
  constexpr const char *PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%^";
  if (!argument.empty() && argument.find_first_not_of(PLAIN) == std::string::npos)
    return argument;
  std::string quoted = "'";
  for (char c : argument)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

bool is_verbose() {
  const char *value = getenv("BRAID_VERBOSE");
  return value && *value && strcmp(value, "0") != 0;
}

void print_command(const Plan &plan) {
  std::string line = shell_quoted(plan.program);
  for (const std::string &argument : plan.arguments)
    line.append(1, ' ').append(shell_quoted(argument));
  fprintf(stderr, "%s\n", line.c_str());
}

void execute(const std::string &program, const std::vector<std::string> &arguments) {
  std::vector<char *> pointers;
  pointers.reserve(arguments.size() + 2);
  pointers.push_back(const_cast<char *>(program.c_str()));
  for (const std::string &argument : arguments)
    pointers.push_back(const_cast<char *>(argument.c_str()));
  pointers.push_back(nullptr);
  execv(program.c_str(), pointers.data());
}

void execute_with_response_file(const std::string &program, const std::vector<std::string> &arguments) {
  std::string text = join_response(arguments);
  int file = memfd_create("braid-arguments", 0);
  if (file < 0)
    return;
  for (size_t written = 0; written < text.size();) {
    ssize_t step = write(file, text.data() + written, text.size() - written);
    if (step < 0) {
      if (errno == EINTR)
        continue;
      return;
    }
    written += size_t(step);
  }
  execute(program, {"@/proc/self/fd/" + std::to_string(file)});
}

} // namespace

int run(int argc, char **argv) {
  std::string name = argc > 0 ? argv[0] : "braid-cc";
  name = name.substr(name.rfind('/') + 1);
  std::string prefix = running_prefix();
  if (prefix.empty())
    return fail(name, "cannot find its own place, because /proc/self/exe cannot be read.\n"
                      "Mount /proc (in a container or chroot: mount -t proc proc /proc).");
  Toolchain toolchain = Toolchain::at(prefix);
  std::vector<std::string> arguments(argv + (argc > 0), argv + argc);
  arguments = expand_response_files(arguments, read_file);
  OwnOptions own = take_own_options(arguments);
  if (!own.error.empty())
    return fail(name, own.error);
  pass_on(own);
  if (getenv(BRAID_MERGING_VARIABLE))
    toolchain.models_for_merging();
  Plan plan = make_plan(arguments, toolchain, name.find("++") != std::string::npos, check_arguments(own));
  if (!plan.refusal.empty())
    return fail(name, plan.refusal);
  if (plan.program.empty())
    return fail(name, "Clang " BRAID_LLVM_MAJOR " was found neither as " BRAID_CLANG " nor in PATH.\n"
                      "Install it: apt-get install clang-" BRAID_LLVM_MAJOR);
  for (const std::string &file : plan.needs)
    if (access(file.c_str(), R_OK) != 0)
      return fail(name, file + " is missing or cannot be read: this copy of Braid is not complete.\n"
                               "Build it again: run './braid doctor' in Braid's source folder.");
  if (is_verbose())
    print_command(plan);
  execute(plan.program, plan.arguments);
  if (errno == E2BIG)
    execute_with_response_file(plan.program, plan.arguments);
  return fail(name, plan.program + " cannot be started: " + strerror(errno));
}

} // namespace braid::compile
