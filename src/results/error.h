// What goes wrong with a results folder or an export: where, what, and what to do next.
#pragma once

#include <stdexcept>
#include <string>

namespace braid::results {

class Error : public std::runtime_error {
public:
  Error(const std::string &where, const std::string &what_is_wrong, const std::string &next_step = {})
      : std::runtime_error(where + ": " + what_is_wrong + (next_step.empty() ? "" : "\n  " + next_step)) {}
};

// Asked for something that is not there or cannot be had: nothing is broken, another request helps.
class BadRequest : public Error {
public:
  using Error::Error;
};

} // namespace braid::results
