// Lines of the program's source, to show a place as its author knows it. A file that cannot be read, or not any
// more, is not an error: then there is no line to show.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace braid::report {

class SourceLines {
public:
  // Relative names are looked for in the current folder and in the folder of the program.
  explicit SourceLines(const std::filesystem::path &program);

  // The line without indentation; empty if it is not known. Lines and columns count from 1.
  std::string line(std::string_view file, uint32_t number);
  // Files shown that are newer than the program: their lines may have moved.
  const std::vector<std::string> &changed() const { return changed_; }

private:
  const std::vector<std::string> &lines(const std::string &file);
  std::string_view raw_line(std::string_view file, uint32_t number);

  std::filesystem::path folder_;
  std::optional<std::filesystem::file_time_type> built_;
  std::map<std::string, std::vector<std::string>> files_;
  std::vector<std::string> changed_;
};

} // namespace braid::report
