#include "campaign/finding.h"

#include "campaign/messages.h"
#include "trace/names.h"

#include <cctype>
#include <csignal>
#include <fmt/format.h>

namespace braid::campaign {

using target::Ending;

std::string_view finding_name(FindingKind kind) {
  static constexpr std::string_view NAMES[] = {"crash",     "arithmetic", "abort",   "assertion",
                                               "exception", "sanitizer",  "time-out"};
  static_assert(std::size(NAMES) == size_t(FindingKind::COUNT));
  return NAMES[size_t(kind)];
}

namespace {

// What a message says about the place is better than what is known without it.
bool take(const std::optional<Message> &message, FindingKind kind, Finding &finding) {
  if (!message)
    return false;
  finding.kind = kind;
  finding.message = message->text;
  if (!message->place.empty()) {
    finding.place = message->place;
    finding.is_exact = true;
  }
  return true;
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
  // Nearly always; what follows takes longer than a run. Some sanitizers let the program go on and end as it
  // likes.
  if (outcome.ending == Ending::EXITED && !find_sanitizer(outcome.errors))
    return std::nullopt;
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
    take(find_sanitizer(outcome.errors), FindingKind::SANITIZER, finding);
    return finding;
  case Ending::SIGNALLED:
    break;
  default:
    return std::nullopt;
  }
  if (outcome.signal == SIGXFSZ || outcome.signal == SIGKILL || outcome.signal == SIGTERM)
    return std::nullopt; // limits of ours, or somebody from outside
  if (outcome.signal == SIGFPE)
    finding.kind = FindingKind::ARITHMETIC;
  else if (take(find_sanitizer(outcome.errors), FindingKind::SANITIZER, finding) ||
           take(find_assertion(outcome.errors), FindingKind::ASSERTION, finding) ||
           take(find_exception(outcome.errors), FindingKind::EXCEPTION, finding))
    return finding;
  else
    finding.kind = outcome.signal == SIGABRT ? FindingKind::ABORT : FindingKind::CRASH;
  return finding;
}

bool Findings::add(Finding finding) {
  finding.runs = 1;
  std::string message = finding.message;
  if (finding.kind == FindingKind::SANITIZER) // has the values in it, which differ from run to run
    std::erase_if(message,
                  [](char each) { return each == '-' || std::isdigit(static_cast<unsigned char>(each)); });
  const std::string key = fmt::format("{} {} {}", int(finding.kind), finding.place, message);
  const auto [found, added] = numbers_.try_emplace(key, all_.size());
  if (added)
    all_.push_back(std::move(finding));
  else
    all_[found->second].runs++;
  return added;
}

} // namespace braid::campaign
