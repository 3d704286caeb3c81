// braid-verify: proof that instrumentation changes nothing and records rightly, for one program and any number of
// inputs. Prints one JSON object a line for each input; exit status 0 if nothing is wrong, 1 if something is, 2 if
// the program could not be verified.
#include "verifier.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <iostream>

namespace {

using namespace braid;

int run(const verify::Settings &settings, const std::vector<verify::Case> &cases) {
  bool right = true;
  verify::Verifier verifier(settings);
  for (const verify::Case &one : cases) {
    nlohmann::json line = verifier.verify(one);
    right = right && line["problems"].empty();
    // Texts of a program are any bytes.
    std::cout << line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
  }
  return right ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  verify::Settings settings;
  std::string plain, cases_file;
  std::vector<std::string> inputs;
  double seconds = 10;

  CLI::App app("Runs a program built with braid-cc in every way there is and compares");
  app.add_option("program", settings.program.path, "the instrumented program")->required();
  app.add_option("arguments", settings.program.arguments, "its arguments, behind --");
  app.add_option("--plain", plain, "the same program, not instrumented");
  app.add_option("--folder", settings.program.folder, "to run it in");
  app.add_option("--input", inputs,
                 "a file, or a folder of files, for standard input; may be given more than once")
      ->allow_extra_args(false);
  app.add_option("--cases", cases_file, "a JSON file of inputs (see cases.h)");
  app.add_flag("--events", settings.list_events, "list the events");
  app.add_option("--turns", settings.turns, "decisions to turn by changing one byte of input");
  app.add_option("--turns-at-site", settings.turns_at_site, "of them, at each place in the program");
  app.add_option("--attempts", settings.attempts, "changes of a byte to try for each");
  app.add_option("--random", settings.random_inputs, "random inputs to predict");
  app.add_option("--seed", settings.seed, "of the random inputs");
  app.add_option("--nodes", settings.options.capacities.nodes, "room for expressions");
  app.add_option("--table", settings.options.capacities.events, "room for events");
  app.add_option("--memory", settings.options.limits.memory, "bytes that a run may add, labels included");
  app.add_option("--seconds", seconds, "time for each run");
  CLI11_PARSE(app, argc, argv);
  if (!plain.empty())
    settings.plain = plain;
  settings.options.limits.time = std::chrono::milliseconds(static_cast<long>(seconds * 1000));

  try {
    std::vector<verify::Case> cases;
    if (!cases_file.empty())
      cases = verify::read_cases(cases_file);
    for (const std::string &input : inputs)
      for (verify::Case &one : verify::standard_input_cases(input))
        cases.push_back(std::move(one));
    if (cases.empty())
      cases.push_back({"empty", target::Input::standard_input(""), ""});
    return run(settings, cases);
  } catch (const std::exception &problem) {
    std::cerr << "braid-verify: " << problem.what() << '\n';
    return 2;
  }
}
