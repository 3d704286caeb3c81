// The programs whose exploration gives the queries of the measurement.
#pragma once

#include <span>
#include <string_view>

namespace braid::bench {

struct CorpusProgram {
  std::string_view group; // such as "sorting"
  std::string_view name;  // of its file in programs/, without ending
  std::string_view seed;  // standard input of the first run
};

// In groups, in a fixed order.
std::span<const CorpusProgram> corpus();

} // namespace braid::bench
