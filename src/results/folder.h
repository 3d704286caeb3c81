// The folder that braid run leaves behind, read back with everything checked that is used. docs/export.md names
// its files; what nobody here needs is not read.
#pragma once

#include "results/input.h"

#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace braid::results {

constexpr uint32_t FORMAT = 1; // of the folders that this version understands

struct Campaign {
  std::string program;                // its path
  std::vector<std::string> arguments; // it was given
  std::vector<std::string> sources;   // it was compiled from; empty if the program was given
  std::string folder = {};            // where braid run was started; empty if that is not known
};

struct Site {
  std::string file, function;
  uint32_t line = 0, column = 0;
};

enum class Ending : uint8_t { EXITED, SIGNALLED, TIMED_OUT, STOPPED, SERVER_LOST };
constexpr std::array<const char *, 5> ENDINGS = {"exited", "signalled", "timed-out", "stopped", "server-lost"};

struct Test {
  uint32_t number = 0; // from 1
  std::vector<Input> inputs;
  Ending ending = Ending::EXITED;
  uint32_t signal = 0;
  bool is_path = false; // the first test of a whole path
  uint32_t new_ways = 0;
  std::optional<uint32_t> parent; // the test whose path it leaves; seeds have none
  std::string path;               // "3+ 3- 7/12=2": site, caller of a library model, choice
  bool is_finding = false;        // it crashed, did not end in time, or is in the folder of findings
};

class Folder {
public:
  // Throws BadRequest if it is no results folder, Error if it is damaged or newer than this program.
  explicit Folder(std::filesystem::path path);

  const std::filesystem::path &path() const { return path_; }
  const Campaign &campaign() const { return campaign_; }
  // When the exploration began, such as 2026-01-31T12:00:00Z.
  std::string created() const;
  // The numbers of all tests, ascending.
  std::vector<uint32_t> tests() const;
  Test test(uint32_t number) const;
  // By number.
  std::unordered_map<uint32_t, Site> sites() const;

private:
  std::filesystem::path path_;
  Campaign campaign_;
  std::unordered_set<uint32_t> findings_; // the tests that show them
};

} // namespace braid::results
