#include "report/sanitizer_digest.h"

#include "report/words.h"

#include <fmt/format.h>

namespace braid::report {

namespace {

std::string_view trimmed(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? std::string_view()
                                         : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

// "==123==ERROR: ..." without the number of the process, which is another one each time.
std::string_view without_process(std::string_view line) {
  if (!line.starts_with("=="))
    return line;
  const size_t end = line.find("==", 2);
  const bool is_number = end != std::string_view::npos && end > 2 &&
                         line.substr(2, end - 2).find_first_not_of("0123456789") == std::string_view::npos;
  return is_number ? trimmed(line.substr(end + 2)) : line;
}

bool is_headline(std::string_view line) {
  return line.find("Sanitizer: ") != std::string_view::npos ||
         line.find("runtime error: ") != std::string_view::npos || line.starts_with("Invalid ") ||
         line.starts_with("Conditional jump"); // Valgrind
}

bool is_frame(std::string_view line) {
  return line.starts_with("#") && line.size() > 1 && line[1] >= '0' && line[1] <= '9';
}

// Libraries have no source here, or it is in folders of the system.
bool is_own(std::string_view file) {
  static constexpr std::string_view OTHERS[] = {"(", "/usr/", "/lib/", "../", "./", "csu/"};
  for (const std::string_view other : OTHERS)
    if (file.starts_with(other))
      return false;
  return file.find("compiler-rt") == std::string_view::npos && file.find(':') != std::string_view::npos;
}

// "#0 0x55d6 in copy record.c:8:14" is "#0 copy record.c:8:14"; empty if it is not the program's own.
std::string own_frame(std::string_view line) {
  const size_t in = line.find(" in "), space = line.find(' ');
  const size_t file = line.rfind(' ');
  if (in == std::string_view::npos || file <= in + 3 || !is_own(line.substr(file + 1)))
    return {};
  return fmt::format("  {} {}", line.substr(0, space), terminal_text(line.substr(in + 4)));
}

} // namespace

std::vector<std::string> sanitizer_digest(std::string_view whole, size_t most_lines) {
  std::vector<std::string> lines;
  std::string heading; // of a stack, told with its first frame
  while (!whole.empty() && lines.size() < most_lines) {
    const size_t end = std::min(whole.find('\n'), whole.size());
    const std::string_view line = without_process(trimmed(whole.substr(0, end)));
    whole.remove_prefix(std::min(end + 1, whole.size()));
    if (line.starts_with("SUMMARY: ") || line.starts_with("Shadow bytes"))
      break;
    if (lines.empty()) {
      if (is_headline(line))
        lines.push_back(terminal_text(line));
    } else if (!is_frame(line)) {
      if (!line.empty())
        heading = terminal_text(line);
    } else if (const std::string frame = own_frame(line); !frame.empty()) {
      if (!heading.empty() && lines.size() + 1 < most_lines)
        lines.push_back(std::move(heading));
      heading.clear();
      lines.push_back(frame);
    }
  }
  return lines;
}

} // namespace braid::report
