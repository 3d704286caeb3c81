// From places in a program's file to places in its source, by the debugging information in it, which is read here
// (with libdw): a tool of its own that does so, as llvm-symbolizer, takes longer to start than a small exploration
// to end. Units of the source are looked through one by one, because Clang writes no table from addresses to
// units.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace braid::target {

struct SourcePlace {
  std::string function, file; // empty if not known
  uint32_t line = 0;
};

class SourcePlaces {
public:
  explicit SourcePlaces(std::filesystem::path program);
  ~SourcePlaces();
  SourcePlaces(const SourcePlaces &) = delete;
  SourcePlaces &operator=(const SourcePlaces &) = delete;

  // The call and, where functions were inlined, those around it, the innermost first. Empty if nothing is known.
  const std::vector<SourcePlace> &at(uint64_t offset);

private:
  struct Information;

  std::filesystem::path program_;
  std::unique_ptr<Information> information_; // once it was asked for
  std::unordered_map<uint64_t, std::vector<SourcePlace>> known_;
};

} // namespace braid::target
