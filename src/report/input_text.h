// The bytes of an input for people: text as text, numbers as numbers, everything else as a hex dump; long ones are
// cut, and how much is missing is said.
#pragma once

#include "results/input.h"

#include <string>
#include <vector>

namespace braid::report {

// Lines without indentation, at least one and not many more than `most_lines`.
std::vector<std::string> input_lines(const results::Input &input, size_t most_lines);

// The same in a few words, for the middle of a sentence: stdin "abc…" (300 bytes)
std::string input_phrase(const results::Input &input);

} // namespace braid::report
