#include "campaign/finding.h"

#include "trace/names.h"

#include <cctype>
#include <csignal>
#include <fmt/format.h>
#include <regex>

namespace braid::campaign {

using target::Ending;

std::string_view finding_name(FindingKind kind) {
  static constexpr std::string_view NAMES[] = {"crash",     "arithmetic", "abort",   "assertion",
                                               "exception", "sanitizer",  "time-out"};
  static_assert(std::size(NAMES) == size_t(FindingKind::COUNT));
  return NAMES[size_t(kind)];
}

namespace {

// "prog: file.c:12: int f(int): Assertion `x > 0' failed."
bool read_assertion(const std::string &errors, Finding &finding) {
  static const std::regex pattern(R"(([^:\n]+): ([^:\n]+):(\d+): ([^\n]*?): Assertion `([^\n]*)' failed\.)");
  std::smatch match;
  if (!std::regex_search(errors, match, pattern))
    return false;
  finding.kind = FindingKind::ASSERTION;
  finding.message = fmt::format("assertion `{}' failed", match[5].str());
  std::string function = match[4].str();
  function = function.substr(0, function.find('('));
  function = function.substr(function.find_last_of(" *") + 1); // the last word of "static int f"
  finding.place = fmt::format("{}:{} ({})", trace::shown_path(match[2].str()), match[3].str(), function);
  finding.is_exact = true;
  return true;
}

// "terminate called after throwing an instance of 'std::out_of_range'\n  what():  ..."
bool read_exception(const std::string &errors, Finding &finding) {
  static const std::regex pattern(
      R"(terminate called after throwing an instance of '([^'\n]*)'(\n  what\(\):  ([^\n]*))?)");
  std::smatch match;
  if (!std::regex_search(errors, match, pattern))
    return false;
  finding.kind = FindingKind::EXCEPTION;
  finding.message = fmt::format("nobody caught {}", match[1].str());
  return true;
}

// "==123==ERROR: AddressSanitizer: heap-buffer-overflow on address ..." or "file.c:3:5: runtime error: ..."
bool read_sanitizer(const std::string &errors, Finding &finding) {
  static const std::regex report(R"(ERROR: (\w+Sanitizer): ([\w-]+)[^\n]*)"),
      frame(R"(#\d+ 0x[0-9a-f]+ in (\S+) ([^\s:]+):(\d+))"),
      runtime(R"(([^\s:]+):(\d+):\d+: runtime error: ([^\n]*))");
  std::smatch match;
  if (std::regex_search(errors, match, report)) {
    finding.kind = FindingKind::SANITIZER;
    finding.message = fmt::format("{}: {}", match[1].str(), match[2].str());
    const std::string rest = match.suffix();
    if (std::regex_search(rest, match, frame)) {
      finding.place = fmt::format("{}:{} ({})", trace::shown_path(match[2].str()), match[3].str(), match[1].str());
      finding.is_exact = true;
    }
    return true;
  }
  if (std::regex_search(errors, match, runtime)) {
    finding.kind = FindingKind::SANITIZER;
    finding.message = match[3];
    finding.place = fmt::format("{}:{}", trace::shown_path(match[1].str()), match[2].str());
    finding.is_exact = true;
    return true;
  }
  return false;
}

bool is_of_the_system(const std::string &file) {
  return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/");
}

// The innermost call of the program's own, rather than that of a library's header; libraries' insides and our
// models have no source here.
std::string crash_place(const target::Outcome &outcome, target::SourcePlaces &places) {
  std::string otherwise;
  for (const uint64_t offset : outcome.calls)
    for (const target::SourcePlace &place : places.at(offset)) {
      if (place.file.empty() || place.line == 0 || place.function.starts_with("__braid_") ||
          place.function.starts_with("braid_"))
        continue;
      std::string text = fmt::format("{}:{} ({})", trace::shown_path(place.file), place.line, place.function);
      if (!is_of_the_system(place.file))
        return text;
      if (otherwise.empty())
        otherwise = std::move(text);
    }
  return otherwise;
}

} // namespace

std::optional<Finding> finding_of(const target::Outcome &outcome, const explore::Path &path,
                                  const explore::SiteTable &sites, target::SourcePlaces &places) {
  if (outcome.exited_with(0))
    return std::nullopt; // nearly always
  Finding finding;
  finding.message = outcome.text();
  if (!path.steps.empty())
    finding.place = sites[path.steps.back().place()].text();
  if (const std::string place = crash_place(outcome, places); !place.empty()) {
    finding.place = place;
    finding.is_exact = true;
  }
  switch (outcome.ending) {
  case Ending::TIMED_OUT:
    finding.kind = FindingKind::TIME_OUT;
    return finding;
  case Ending::EXITED:
    if (outcome.status != 0 && read_sanitizer(outcome.errors, finding))
      return finding;
    return std::nullopt;
  case Ending::SIGNALLED:
    break;
  default:
    return std::nullopt;
  }
  if (outcome.signal == SIGXFSZ || outcome.signal == SIGKILL || outcome.signal == SIGTERM)
    return std::nullopt; // limits of ours, or somebody from outside
  if (outcome.signal == SIGFPE)
    finding.kind = FindingKind::ARITHMETIC;
  else if (read_sanitizer(outcome.errors, finding) || read_assertion(outcome.errors, finding) ||
           read_exception(outcome.errors, finding))
    return finding;
  else
    finding.kind = outcome.signal == SIGABRT ? FindingKind::ABORT : FindingKind::CRASH;
  return finding;
}

bool Findings::add(Finding finding) {
  finding.runs = 1;
  std::string message = finding.message;
  if (finding.kind == FindingKind::SANITIZER) // has the values in it, which differ from run to run
    std::erase_if(message, [](char each) { return std::isdigit(static_cast<unsigned char>(each)) != 0; });
  const std::string key = fmt::format("{} {} {}", int(finding.kind), finding.place, message);
  const auto [found, added] = numbers_.try_emplace(key, all_.size());
  if (added)
    all_.push_back(std::move(finding));
  else
    all_[found->second].runs++;
  return added;
}

} // namespace braid::campaign
