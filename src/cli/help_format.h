// How help looks: the library's own way of describing an option shows types, ranges and defaults in a notation of
// its own. Here an option shows what its option_text says, such as "PATH", and nothing else.
#pragma once

#include <CLI/CLI.hpp>

namespace braid::cli {

class HelpFormat : public CLI::Formatter {
public:
  std::string make_option_opts(const CLI::Option *option) const override {
    const std::string &text = option->get_option_text();
    return text.empty() ? text : " " + text;
  }
};

} // namespace braid::cli
