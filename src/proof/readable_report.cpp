#include "proof/readable_report.h"

#include "trace/names.h"

#include <charconv>
#include <fmt/format.h>

namespace braid::proof {

namespace {

// "==123==ERROR: ..."
std::string_view without_process(std::string_view line) {
  const size_t end = line.starts_with("==") ? line.find("==", 2) : std::string_view::npos;
  const bool is_number = end != std::string_view::npos && end > 2 &&
                         line.substr(2, end - 2).find_first_not_of("0123456789") == std::string_view::npos;
  return is_number ? line.substr(end + 2) : line;
}

// " at pc 0x5 bp 0x7 sp 0x7" and "(pc 0x5 bp 0x7 sp 0x7 T0)".
std::string without_registers(std::string_view line) {
  for (const std::string_view begin : {" at pc 0x", " (pc 0x"})
    if (const size_t at = line.find(begin); at != std::string_view::npos)
      return std::string(line.substr(0, at));
  return std::string(line);
}

class Readable {
public:
  explicit Readable(target::SourcePlaces &places) : places_(places) {}

  std::string text(std::string_view whole) {
    while (!whole.empty()) {
      const size_t end = std::min(whole.find('\n'), whole.size());
      const std::string_view line = without_process(whole.substr(0, end));
      whole.remove_prefix(std::min(end + 1, whole.size()));
      if (line.starts_with("Shadow bytes"))
        break;
      if (const std::optional<Frame> frame = frame_of(line)) {
        add(*frame);
        continue;
      }
      number_ = 0;
      is_known_ = false;
      if (!line.starts_with("ABORTING") && !line.starts_with("====") && !line.ends_with("Sanitizer:DEADLYSIGNAL"))
        text_ += without_registers(without_place(line)) + "\n";
    }
    text_.erase(text_.find_last_not_of('\n') + 1);
    return text_.empty() ? text_ : text_ + "\n";
  }

private:
  void add(const Frame &frame) {
    bool is_known = false;
    if (!frame.is_in_library())
      for (const target::SourcePlace &place : places_.at(frame.offset)) {
        if (place.file.empty() || place.line == 0)
          continue;
        is_known = true;
        text_ += fmt::format("    #{} in {} {}:{}\n", number_++, place.function.empty() ? "?" : place.function,
                             trace::shown_path(place.file), place.line);
      }
    is_known_ = is_known_ || is_known;
    if (!is_known_ && frame.is_in_library())
      text_ += fmt::format("    #{} in {}\n", number_++, frame.module.substr(frame.module.rfind('/') + 1));
  }

  // Of a summary: "SUMMARY: ... (/x/program+0xeb5e8) (BuildId: 12)". The place stands above.
  static std::string_view without_place(std::string_view line) {
    if (line.starts_with("SUMMARY: ") && line.find("+0x") != std::string_view::npos)
      line = line.substr(0, line.find(" ("));
    return line.substr(0, line.find_last_not_of(' ') + 1);
  }

  target::SourcePlaces &places_;
  std::string text_;
  unsigned number_ = 0;   // of the next call
  bool is_known_ = false; // one of this stack was
};

} // namespace

std::optional<Frame> frame_of(std::string_view line) {
  const size_t number = line.find_first_not_of(' ');
  if (number == std::string_view::npos || number == 0 || line[number] != '#')
    return std::nullopt;
  const size_t plus = line.rfind("+0x");
  const size_t open = line.rfind('(', plus);
  if (plus == std::string_view::npos || open == std::string_view::npos)
    return std::nullopt;
  Frame frame{line.substr(open + 1, plus - open - 1), 0};
  const char *begin = line.data() + plus + 3;
  if (std::from_chars(begin, line.data() + line.size(), frame.offset, 16).ec != std::errc())
    return std::nullopt;
  return frame;
}

std::string readable_report(std::string_view text, target::SourcePlaces &places) {
  return Readable(places).text(text);
}

} // namespace braid::proof
