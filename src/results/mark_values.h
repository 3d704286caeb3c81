// The values of marks as numbers. A mark is bytes; the function that made it says what they mean, and its name is
// the name of the mark: __VERIFIER_nondet_int, nondet_uchar, __CrestShort.
#pragma once

#include "results/folder.h"

namespace braid::results {

struct MarkValue {
  std::string variable; // what the program calls it, the same each time; with [2] behind it for a byte of it
  std::string type;     // in C
  std::string value;    // decimal
};

// In the order of memory. A mark of 1, 2, 4 or 8 bytes whose name does not say its type is an unsigned number;
// others, and those of __VERIFIER_nondet_memory, are read byte by byte.
std::vector<MarkValue> values_of(const Input &input);

} // namespace braid::results
