// From places in a program's file to places in its source, by the debugging information in it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

namespace braid::target {

struct SourcePlace {
  std::string function, file; // empty if not known
  uint32_t line = 0;
};

// Asks llvm-symbolizer, once for each place.
class SourcePlaces {
public:
  explicit SourcePlaces(std::filesystem::path program) : program_(std::move(program)) {}

  // The call and, where functions were inlined, those around it, the innermost first. Empty if nothing is known.
  const std::vector<SourcePlace> &at(uint64_t offset);

private:
  std::filesystem::path program_;
  std::unordered_map<uint64_t, std::vector<SourcePlace>> known_;
};

} // namespace braid::target
