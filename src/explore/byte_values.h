// What can be said of the values of bytes of input in few words: == 'a', 1 to 9, anything but zero.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

namespace braid::explore {

using ByteValues = std::bitset<256>;

// "stdin[0] == 'a'", "stdin[0] >= '0' && stdin[0] <= '9'", "stdin[0] != 0", ... for the shortest way to say it.
// For a set that nobody could read, how many values are in it. Not for all values or none.
std::string byte_values_text(const std::string &byte, const ByteValues &values);

// Bytes of one source that are next to each other and of which the same can be said.
struct ByteRun {
  uint32_t first = 0, last = 0;
  std::string text;
};

// Bytes by ascending offset, each with its values.
std::vector<ByteRun> byte_runs(const std::string &source,
                               const std::vector<std::pair<uint32_t, ByteValues>> &bytes);

} // namespace braid::explore
