#include "report/source_lines.h"

#include <fstream>

namespace braid::report {

namespace {

namespace fs = std::filesystem;

constexpr uintmax_t LARGEST_FILE = 16 << 20;

std::string_view without_indentation(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t\r\v\f");
  const size_t last = line.find_last_not_of(" \t\r\v\f");
  return first == std::string::npos ? std::string_view() : line.substr(first, last - first + 1);
}

// Only text that is safe to show on a terminal.
std::string harmless(std::string_view text) {
  std::string line(text);
  for (char &character : line)
    if (static_cast<unsigned char>(character) < 0x20 || character == 0x7f)
      character = ' ';
  return line;
}

} // namespace

SourceLines::SourceLines(const fs::path &program, fs::path folder)
    : given_(std::move(folder)), folder_(program.parent_path()) {
  std::error_code failed;
  const fs::file_time_type time = fs::last_write_time(program, failed);
  if (!failed)
    built_ = time;
}

const std::vector<std::string> &SourceLines::lines(const std::string &file) {
  const auto known = files_.find(file);
  if (known != files_.end())
    return known->second;
  std::vector<std::string> &lines = files_[file];
  for (const fs::path &path : {given_ / file, fs::path(file), folder_ / file}) {
    std::error_code failed;
    if (!fs::is_regular_file(path, failed) || fs::file_size(path, failed) > LARGEST_FILE || failed)
      continue;
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);)
      lines.push_back(std::move(line));
    const fs::file_time_type time = fs::last_write_time(path, failed);
    if (!failed && built_ && time > *built_)
      changed_.push_back(file);
    break;
  }
  return lines;
}

std::string_view SourceLines::raw_line(std::string_view file, uint32_t number) {
  if (file.empty() || number == 0)
    return {};
  const std::vector<std::string> &all = lines(std::string(file));
  return number <= all.size() ? std::string_view(all[number - 1]) : std::string_view();
}

std::string SourceLines::line(std::string_view file, uint32_t number) {
  return harmless(without_indentation(raw_line(file, number)));
}

std::string SourceLines::whole_line(std::string_view file, uint32_t number) {
  const std::string_view raw = raw_line(file, number);
  return harmless(raw.substr(0, raw.find_last_not_of(" \t\r\v\f") + 1)); // npos + 1 is 0
}

bool SourceLines::has_line(std::string_view file, uint32_t number) {
  return !file.empty() && number != 0 && number <= lines(std::string(file)).size();
}

size_t characters_before(std::string_view line, uint32_t column) {
  size_t count = 0;
  for (const char byte : line.substr(0, column == 0 ? 0 : column - 1))
    count += (byte & 0xc0) != 0x80 ? 1 : 0;
  return count;
}

size_t utf16_units_before(std::string_view line, uint32_t column) {
  size_t count = 0;
  for (const char byte : line.substr(0, column == 0 ? 0 : column - 1))
    count += (byte & 0xc0) == 0x80 ? 0 : uint8_t(byte) >= 0xf0 ? 2 : 1;
  return count;
}

} // namespace braid::report
