// A results folder for a test, gone after it.
#pragma once

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace braid::results {

class ScratchResults {
public:
  ScratchResults() {
    std::string pattern = (std::filesystem::temp_directory_path() / "braid-results-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
      throw std::runtime_error("no folder for the test: " + pattern);
    path_ = pattern;
    std::filesystem::create_directories(path_ / "tests");
    write("campaign.json",
          R"({"format": 1, "program": "/opt/prog", "arguments": ["-x", "in"], "sources": ["/src/a.c"]})");
    write("sites.json", R"([{"number": 1, "file": "/src/a.c", "line": 3, "column": 7, "function": "main"}])");
  }
  ~ScratchResults() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchResults(const ScratchResults &) = delete;
  ScratchResults &operator=(const ScratchResults &) = delete;

  const std::filesystem::path &path() const { return path_; }

  void write(const std::string &name, const std::string &text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }

  // A test with these bytes on standard input; `changes` are put over its description.
  void add_test(uint32_t number, const std::string &bytes,
                const nlohmann::json &changes = nlohmann::json::object()) const {
    std::string hex;
    for (const char byte : bytes)
      hex += fmt::format("{:02x}", uint8_t(byte));
    nlohmann::json test = {
        {"number", number},
        {"inputs", {{{"name", "stdin"}, {"kind", "stdin"}, {"source", ""}, {"index", 0}, {"hex", hex}}}},
        {"outcome", {{"ending", "exited"}, {"status", 0}, {"signal", 0}}},
        {"is_path", true},
        {"path", ""},
        {"new_ways", 0}};
    test.merge_patch(changes);
    write(fmt::format("tests/{:06}.json", number), test.dump());
    write(fmt::format("tests/{:06}.input", number), bytes);
  }

private:
  std::filesystem::path path_;
};

// What the call throws, as text; empty if it does not.
template <class Thrown, class Call> std::string message_of(Call call) {
  try {
    call();
  } catch (const Thrown &thrown) {
    return thrown.what();
  }
  return {};
}

} // namespace braid::results
