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
  // Relative names are looked for in `folder`, if there is one, in the current folder and in the folder of the
  // program.
  explicit SourceLines(const std::filesystem::path &program, std::filesystem::path folder = {});

  // The line without indentation; empty if it is not known. Lines and columns count from 1.
  std::string line(std::string_view file, uint32_t number);
  // The same with its indentation: a byte is where it was, tabs are blanks.
  std::string whole_line(std::string_view file, uint32_t number);
  bool has_line(std::string_view file, uint32_t number);
  // Files shown that are newer than the program: their lines may have moved.
  const std::vector<std::string> &changed() const { return changed_; }

private:
  const std::vector<std::string> &lines(const std::string &file);
  std::string_view raw_line(std::string_view file, uint32_t number);

  std::filesystem::path given_, folder_;
  std::optional<std::filesystem::file_time_type> built_;
  std::map<std::string, std::vector<std::string>> files_;
  std::vector<std::string> changed_;
};

// Columns of compilers are bytes. Characters on a screen, and units of UTF-16 as other tools count them, in front
// of this column (which counts from 1).
size_t characters_before(std::string_view line, uint32_t column);
size_t utf16_units_before(std::string_view line, uint32_t column);

} // namespace braid::report
