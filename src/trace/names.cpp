#include "trace/names.h"

#include <fmt/format.h>
#include <unordered_map>

namespace braid::trace {

namespace {

std::string plain_name(const SourceFacts &source) {
  const std::string name = printable(source.name);
  switch (source.kind) {
  case BRAID_SOURCE_STDIN:
    return "stdin";
  case BRAID_SOURCE_FILE:
    return "file \"" + name + "\"";
  case BRAID_SOURCE_ARG:
    return fmt::format("argv[{}]", source.index);
  case BRAID_SOURCE_ENV:
    return "getenv(\"" + name + "\")";
  case BRAID_SOURCE_CALL:
    return name.empty() ? "call()" : name + "()";
  case BRAID_SOURCE_DATA:
    return "data";
  case BRAID_SOURCE_RESULT:
    return "result of " + name;
  default:
    return name.empty() ? "mark" : name;
  }
}

} // namespace

std::vector<std::string> source_names(std::span<const SourceFacts> sources) {
  std::vector<std::string> names;
  std::unordered_map<std::string, unsigned> seen;
  for (const SourceFacts &source : sources) {
    std::string name = plain_name(source);
    const unsigned count = ++seen[name];
    if (count > 1)
      name += fmt::format("#{}", count);
    names.push_back(std::move(name));
  }
  return names;
}

SourceNames::SourceNames(const View &view) : view_(&view) {
  std::vector<SourceFacts> facts;
  for (uint32_t number = 0; number < view.sources().size(); number++)
    facts.push_back({view.sources()[number].kind, view.sources()[number].index, view.name(number)});
  names_ = source_names(facts);
}

bool SourceNames::is_variable(uint32_t number) const {
  const uint8_t kind = view_->sources()[number].kind;
  return kind == BRAID_SOURCE_MARK || kind == BRAID_SOURCE_CALL || kind == BRAID_SOURCE_RESULT;
}

std::string SourceNames::byte(uint32_t number, uint32_t offset) const { return bytes(number, offset, 1); }

std::string SourceNames::bytes(uint32_t number, uint32_t first, uint32_t count) const {
  if (is_variable(number) && first == 0 && count == view_->sources()[number].size)
    return names_[number];
  if (count == 1)
    return fmt::format("{}[{}]", names_[number], first);
  return fmt::format("{}[{}..{}]", names_[number], first, first + count - 1);
}

std::string_view lost_text(uint16_t reason) {
  static constexpr std::string_view TEXTS[BRAID_LOST_KINDS] = {
#define BRAID_LOST(name, text) text,
#include "trace/lost.def"
#undef BRAID_LOST
  };
  return reason < BRAID_LOST_KINDS ? TEXTS[reason] : "for an unknown reason";
}

std::string shown_path(std::string_view file) {
  static const std::string here = [] { // asked once: this is called for every event
    std::error_code failed;
    const std::filesystem::path folder = std::filesystem::current_path(failed);
    return failed ? std::string() : folder.string() + "/";
  }();
  std::string path = std::filesystem::path(file).lexically_normal().string();
  if (!here.empty() && path.starts_with(here))
    path.erase(0, here.size());
  return printable(path);
}

std::string place_text(const View &view, uint32_t site) {
  const braid_site &entry = view.site(site);
  const std::string_view file = view.file(entry), function = view.function(entry);
  if (file.empty() && function.empty())
    return "an unknown place";
  std::string text = file.empty() ? "unknown file" : shown_path(file);
  if (entry.line != 0)
    text += entry.column != 0 ? fmt::format(":{}:{}", entry.line, entry.column) : fmt::format(":{}", entry.line);
  if (!function.empty())
    text += fmt::format(" ({})", printable(function));
  return text;
}

} // namespace braid::trace
