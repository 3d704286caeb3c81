// braid-enumerate: truth by enumeration. Runs a small program with every input there is and prints, as one JSON
// object, the paths that exist; and compares them with the tests that an exploration wrote. Exit status 0 if that
// worked, whatever was found; 2 if not.
#include "cli/option_values.h"
#include "test_folder.h"

#include <CLI/CLI.hpp>
#include <iostream>

namespace {

using namespace braid;
using nlohmann::json;

struct Wishes {
  std::filesystem::path program, known, tests;
  unsigned standard_input = 0;
  unsigned longest = 0;
  bool marks = false, repeat = false;
  size_t most_paths = 0;
  std::vector<unsigned> values;
  std::string addresses = "auto";
};

json paths_json(const enumerate::Enumeration &enumeration) {
  json paths = json::array();
  for (const auto &[key, path] : enumeration.paths()) {
    uint64_t inputs = 0;
    for (const auto &[text, count] : path.outcomes)
      inputs += count;
    paths.push_back({{"key", key.text()},
                     {"example", enumerate::input_json(path.example)},
                     {"inputs", inputs},
                     {"outcome", enumerate::outcome_json(path.outcome)},
                     {"outcomes", path.outcomes},
                     {"same_outcome", path.outcomes.size() == 1},
                     {"same_output", path.same_output}});
  }
  return paths;
}

json enumerated(enumerate::Enumeration &enumeration, const Wishes &wishes) {
  if (wishes.marks)
    enumeration.marks();
  else
    enumeration.standard_input(wishes.standard_input);
  const enumerate::Figures &figures = enumeration.figures();
  return {{"whole", !enumeration.is_over_limit()},
          {"inputs", figures.inputs},
          {"failed_assumptions", figures.failed_assumptions},
          {"longest", figures.longest},
          {"made_concrete", figures.made_concrete},
          {"hidden_decisions", enumeration.hidden_decisions()},
          {"unstable", figures.unstable},
          {"paths", paths_json(enumeration)}};
}

json result(const Wishes &wishes) {
  target::Program program;
  program.path = wishes.program;
  target::ExecutorOptions options;
  options.addresses = cli::address_model(wishes.addresses);
  options.longest = [&](const target::Source &) { return std::max(wishes.standard_input, wishes.longest); };
  target::Executor executor(program, options);
  enumerate::Enumeration enumeration(executor, wishes.values);
  enumeration.repeat(wishes.repeat);
  enumeration.limit(wishes.most_paths);

  json found = json::object();
  std::set<std::string> keys;
  if (wishes.known.empty()) {
    found = enumerated(enumeration, wishes);
    for (const auto &[key, path] : enumeration.paths())
      keys.insert(key.text());
  } else {
    keys = enumerate::known_paths(wishes.known);
  }
  if (!wishes.tests.empty())
    found.update(enumerate::compare(enumeration, keys, wishes.tests));
  return found;
}

} // namespace

int main(int argc, char **argv) try {
  Wishes wishes;
  CLI::App app("Runs a program built with braid-cc with every input there is");
  app.add_option("program", wishes.program, "the instrumented program")->required();
  CLI::Option_group *input = app.add_option_group("input");
  input->add_option("--stdin", wishes.standard_input, "all strings of up to so many bytes on standard input");
  input->add_flag("--mark", wishes.marks, "all values of the variables that the program marks");
  input->add_option("--known", wishes.known, "the result of an earlier enumeration, instead of a new one");
  input->require_option(1);
  app.add_option("--longest", wishes.longest, "with --known: so many bytes on standard input, at most");
  app.add_option("--values", wishes.values, "how many values each byte takes, from 0 on, such as 64,256")
      ->delimiter(',');
  cli::add_address_model(app, wishes.addresses);
  app.add_option("--most-paths", wishes.most_paths, "stop if there are more (\"whole\" is false then)");
  app.add_option("--tests", wishes.tests, "the folder of tests to compare with");
  app.add_flag("--repeat", wishes.repeat, "run each input twice and list those that behave differently");
  CLI11_PARSE(app, argc, argv);

  // Texts of a program are any bytes.
  std::cout << result(wishes).dump(1, ' ', false, json::error_handler_t::replace) << '\n';
  return 0;
} catch (const std::exception &problem) {
  std::cerr << "braid-enumerate: " << problem.what() << '\n';
  return 2;
}
