#include "target/compile/own_options.h"

#include "target/compile/checks.h"
#include "target/compile/input_functions.h"
#include "target/compile/merging.h"
#include "trace/check_list.h"

#include <cstdlib>
#include <string_view>

namespace braid::compile {

namespace {

constexpr std::string_view PREFIX = "--braid-",
                           INPUT = "--braid-input=", CHECKS = "--braid-checks=", MERGING = "--braid-merging";

bool is_identifier(std::string_view name) {
  constexpr std::string_view LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.";
  return !name.empty() && name.find_first_not_of(LETTERS) == std::string_view::npos &&
         !(name[0] >= '0' && name[0] <= '9');
}

void add_names(std::string_view list, OwnOptions &options) {
  for (size_t begin = 0; begin <= list.size();) {
    size_t end = std::min(list.find(',', begin), list.size());
    std::string_view name = list.substr(begin, end - begin);
    if (!is_identifier(name)) {
      options.error = "--braid-input takes names of functions separated by commas, and '" + std::string(name) +
                      "' is not one.\nFor example: --braid-input=rand,read_sensor";
      return;
    }
    options.input_functions.emplace_back(name);
    begin = end + 1;
  }
}

} // namespace

OwnOptions take_own_options(std::vector<std::string> &arguments) {
  OwnOptions options;
  std::vector<std::string> rest;
  for (std::string &argument : arguments) {
    if (!argument.starts_with(PREFIX)) {
      rest.push_back(std::move(argument));
    } else if (argument.starts_with(INPUT)) {
      add_names(std::string_view(argument).substr(INPUT.size()), options);
    } else if (argument == MERGING) {
      options.merging = true;
    } else if (argument.starts_with(CHECKS)) {
      std::string wrong;
      const auto checks = trace::parse_checks(std::string_view(argument).substr(CHECKS.size()), wrong);
      options.checks = checks.value_or(0);
      if (!checks)
        options.error = "'" + wrong + "' is not a check. They are " + trace::all_check_names() +
                        ";\nall, usual and none are several at once, and a dash takes one out: usual,-shift";
    } else {
      options.error = "there is no option '" + argument +
                      "'. Braid's own ones are --braid-input=NAME[,NAME...], --braid-checks=NAME[,NAME...] and "
                      "--braid-merging.";
    }
    if (!options.error.empty())
      return options;
  }
  arguments = std::move(rest);
  return options;
}

// For the compiler itself and not for its driver, which would want to link Clang's library for them.
std::vector<std::string> check_arguments(const OwnOptions &options) {
  const std::string names = trace::clang_names(options.checks);
  if (names.empty())
    return {};
  return {"-Xclang", "-fsanitize=" + names, "-Xclang", "-fsanitize-recover=" + names};
}

void pass_on(const OwnOptions &options) {
  if (options.checks != 0)
    setenv(BRAID_CHECKS_VARIABLE, "1", 1);
  if (options.merging)
    setenv(BRAID_MERGING_VARIABLE, "1", 1);
  if (options.input_functions.empty())
    return;
  const char *before = getenv(BRAID_INPUT_FUNCTIONS_VARIABLE);
  std::string list = before ? before : "";
  for (const std::string &name : options.input_functions)
    list += (list.empty() ? "" : ",") + name;
  setenv(BRAID_INPUT_FUNCTIONS_VARIABLE, list.c_str(), 1);
}

} // namespace braid::compile
