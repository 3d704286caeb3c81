#include "target/build/source_places.h"

#include "target/build/command.h"
#include "target/compile/toolchain.h"
#include "target/error.h"

#include <charconv>
#include <fmt/format.h>

namespace braid::target {

namespace {

// The answer has two lines for each call: the function, and "file:line:column".
std::vector<SourcePlace> read_answer(std::string_view text) {
  std::vector<SourcePlace> places;
  const auto next_line = [&] {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
  };
  while (!text.empty()) {
    const std::string_view function = next_line(), place = next_line();
    if (function.empty())
      break;
    SourcePlace found;
    if (function != "??")
      found.function = function;
    const size_t column = place.rfind(':'), line = column == 0 ? 0 : place.rfind(':', column - 1);
    if (column != std::string_view::npos && line != std::string_view::npos && !place.starts_with("??")) {
      found.file = place.substr(0, line);
      const std::string_view number = place.substr(line + 1, column - line - 1);
      std::from_chars(number.data(), number.data() + number.size(), found.line);
    }
    places.push_back(std::move(found));
  }
  return places;
}

} // namespace

const std::vector<SourcePlace> &SourcePlaces::at(uint64_t offset) {
  const auto [found, added] = known_.try_emplace(offset);
  if (!added)
    return found->second;
  try {
    const CommandResult answer =
        run_command({".",
                     {compile::find_clang(BRAID_SYMBOLIZER, "llvm-symbolizer-" BRAID_LLVM_MAJOR),
                      "--obj=" + program_.string(), "--demangle", fmt::format("{:#x}", offset)}});
    if (answer.success())
      found->second = read_answer(answer.output);
  } catch (const Error &) {
    found->second.clear(); // the tool is not there: places are not known
  }
  return found->second;
}

} // namespace braid::target
