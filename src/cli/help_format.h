// How help looks: the library's own way of describing an option shows types, ranges and defaults in a notation of
// its own. Here an option shows what its option_text says, such as "PATH", and nothing else. In the list of
// commands each has one line: the first of its description.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

namespace braid::cli {

class HelpFormat : public CLI::Formatter {
public:
  std::string make_option_opts(const CLI::Option *option) const override {
    const std::string &text = option->get_option_text();
    return text.empty() ? text : " " + text;
  }

  std::string make_subcommand(const CLI::App *command) const override {
    std::string text = command->get_description();
    text.resize(std::min(text.find('\n'), text.size()));
    std::ostringstream line;
    CLI::detail::format_help(line, command->get_name(), text, column_width_);
    return line.str();
  }

  // What is for the program itself comes behind everything else.
  std::string make_usage(const CLI::App *command, std::string name) const override {
    std::string usage = Formatter::make_usage(command, std::move(name));
    if (command->get_name() == "run")
      usage.insert(usage.find_last_not_of('\n') + 1, " [-- PROGRAM ARGUMENTS]");
    return usage;
  }
};

} // namespace braid::cli
