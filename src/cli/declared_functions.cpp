#include "cli/declared_functions.h"

#include "cli/program_arguments.h"
#include "cli/run_options.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace braid::cli {

namespace {

bool is_name(const std::string &text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char each) { return std::isalnum(each) != 0 || each == '_'; });
}

std::vector<std::string> names_of(const std::vector<std::string> &lists, const char *option) {
  std::vector<std::string> names;
  for (const std::string &list : lists)
    for (const std::string &name : CLI::detail::split(list, ',')) {
      if (!is_name(name))
        throw UsageError{fmt::format("{}: '{}' is not the name of a function as the linker knows it, such as "
                                     "read_sensor; those of C++ functions are told by nm",
                                     option, name)};
      if (std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    }
  return names;
}

} // namespace

void add_input_functions(CLI::App &command, RunOptions &options, const std::string &group) {
  command
      .add_option("--input-functions", options.input_functions,
                  "What these functions return is input; names with commas")
      ->option_text("NAMES")
      ->allow_extra_args(false)
      ->group(group);
}

void add_error_functions(CLI::App &command, RunOptions &options, const std::string &group) {
  command
      .add_option("--error-functions", options.error_functions,
                  "A call of one of these functions is a finding, whatever they do; names\nwith commas")
      ->option_text("NAMES")
      ->allow_extra_args(false)
      ->group(group);
}

proof::Functions functions_of(const RunOptions &options, bool is_built_here) {
  proof::Functions functions{names_of(options.input_functions, "--input-functions"),
                             names_of(options.error_functions, "--error-functions")};
  for (const std::string &name : functions.errors)
    if (std::find(functions.inputs.begin(), functions.inputs.end(), name) != functions.inputs.end())
      throw UsageError{
          fmt::format("--error-functions: '{}' is one of the --input-functions, too; what must not be "
                      "called returns no input",
                      name)};
  if (!is_built_here && !functions.empty())
    throw UsageError{
        fmt::format("{}: this is for programs that are built from sources here\n  Where your own build "
                    "makes the program, braid-cc --braid-input=NAMES declares functions that return "
                    "input.",
                    functions.inputs.empty() ? "--error-functions" : "--input-functions")};
  if (!functions.errors.empty() && (options.checks == "none" || !options.proof.empty()))
    throw UsageError{
        fmt::format("--error-functions: calls are noticed by the build with sanitizers that is made here, "
                    "and with {} there is none",
                    options.checks == "none" ? "--checks none" : "--proof")};
  return functions;
}

} // namespace braid::cli
