#include "target/doctor/probes.h"

#include "target/doctor/process.h"
#include "target/executor.h"
#include "target/sandbox.h"
#include "trace/reader.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace braid::doctor {

namespace {

struct Probe {
  const char *subject;
  const char *compiler;
  const char *file;
  const char *source;
  const char *input;
  const char *output; // expected
};

constexpr Probe C_PROBE = {"C program",           "braid-cc", "probe.c",
                           R"(#include <stdio.h>
#include <string.h>

int main(void) {
  char line[32];
  if (!fgets(line, sizeof line, stdin))
    return 1;
  puts(strncmp(line, "braid", 5) == 0 && line[5] == '!' ? "yes" : "no");
  return 0;
}
)", "braid?\n", "no\n"};

constexpr Probe CXX_PROBE = {"C++ program",          "braid-c++",    "probe.cpp",
                             R"(#include <iostream>
#include <map>
#include <string>
#include <vector>

int main() {
  std::string line;
  std::vector<std::string> lines;
  std::map<std::string, int> count;
  while (std::getline(std::cin, line)) {
    lines.push_back(line);
    ++count[line];
  }
  std::cout << (lines.size() == 2 && count["braid"] == 1 && lines[1] == "well" ? "yes" : "no") << '\n';
}
)", "braid\nill\n", "no\n"};

// A folder that goes away again.
class Folder {
public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "braid-doctor-XXXXXX").string();
    if (mkdtemp(name.data()))
      path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    if (!path_.empty())
      std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;
  const std::filesystem::path &path() const { return path_; }

private:
  std::filesystem::path path_;
};

std::string first_line(const std::string &text) { return text.substr(0, text.find('\n')); }

// Branches whose condition depends on the input.
size_t symbolic_branches(const trace::View &view) {
  std::span<const braid_event> events = view.events();
  return size_t(std::count_if(events.begin(), events.end(), [](const braid_event &event) {
    return (event.kind == BRAID_EVENT_BRANCH || event.kind == BRAID_EVENT_SWITCH) && event.label != 0;
  }));
}

Check check_probe(const Probe &probe, const std::string &prefix) {
  const std::string again =
      "Build Braid afresh: remove build/ in its source folder, then './braid doctor'. If that "
      "does not help, it is a fault of Braid.";
  auto failure = [&](const std::string &detail) { return Check{Verdict::FAILURE, probe.subject, detail, again}; };

  Folder folder;
  if (folder.path().empty())
    return {Verdict::FAILURE, probe.subject, "no temporary folder can be made",
            "Free some room in the folder for temporary files, or set TMPDIR to another one."};
  std::filesystem::path source = folder.path() / probe.file, program = folder.path() / "probe";
  std::ofstream(source) << probe.source;
  Outcome compiled =
      run_command({prefix + "/bin/" + probe.compiler, "-O1", source.string(), "-o", program.string()});
  if (!compiled.success())
    return failure(fmt::format("{} does not compile it: {}", probe.compiler, first_line(compiled.output)));

  target::Executor executor({.path = program, .arguments = {}, .environment = {}, .folder = folder.path()});
  target::Outcome outcome = executor.run(target::Input::standard_input(probe.input));
  if (!outcome.exited_with(0) || outcome.output != probe.output)
    return failure(
        fmt::format("it ended with {} and the output \"{}\"", outcome.text(), first_line(outcome.output)));
  trace::View view(executor.trace().bytes());
  if (!view.whole())
    return failure("its trace is damaged: " + view.problems().front().text());
  size_t branches = symbolic_branches(view);
  if (branches == 0)
    return failure("it runs, but nothing in it depends on the input");
  return {Verdict::OK, probe.subject, fmt::format("compiled, run, {} branches depend on the input", branches), ""};
}

Check check_safely(const Probe &probe, const std::string &prefix) {
  try {
    return check_probe(probe, prefix);
  } catch (const std::exception &error) {
    return {Verdict::FAILURE, probe.subject, first_line(error.what()), "See to the failures above first."};
  }
}

} // namespace

Checks check_sandbox() {
  target::Program program;
  program.path = "/bin/true";
  const target::Protection protection = target::Sandbox::protection(program);
  if (protection.level == target::Protection::Level::FULL)
    return {{Verdict::OK, "sandbox", "programs cannot change files or use the network", ""}};
  return {{Verdict::WARNING, "sandbox", protection.text(),
           "docs/sandbox.md says what the system must allow for it, and what helps in containers."}};
}

Checks check_probes(const std::string &prefix) {
  return {check_safely(C_PROBE, prefix), check_safely(CXX_PROBE, prefix)};
}

} // namespace braid::doctor
