#include "campaign/finding.h"

#include "results/finding_text.h"
#include "results/messages.h"
#include "trace/names.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>

namespace braid::campaign {

using results::Finding;
using results::finding_of_kind;
using results::FindingKind;
using results::Message;
using target::Ending;

namespace {

// What a message says about the place is better than what is known without it.
Finding of_message(Finding finding, const Message &message, std::string &place, bool &is_exact) {
  finding.message = message.text;
  if (!message.place.empty()) {
    place = message.place;
    is_exact = true;
  }
  return finding;
}

// An access to memory that is not the object's is one bug at its place, whatever a run hits there: an index that
// is too large is told, or the object beside it, or memory that is nobody's. How much each of these says; 0: it is
// something else.
unsigned says_of_access(const Finding &finding) {
  if (finding.place.line == 0 || !finding.place_is_exact)
    return 0;
  switch (finding.kind) {
  case FindingKind::OTHER:
    return finding.cwe == results::CWE_INDEX || finding.cwe == results::CWE_OVERLAP ? 1 : 0;
  case FindingKind::POINTER_OVERFLOW:
    return 2;
  case FindingKind::WILD_POINTER:
    return 3;
  case FindingKind::STACK_BUFFER_OVERFLOW:
  case FindingKind::HEAP_BUFFER_OVERFLOW:
  case FindingKind::GLOBAL_BUFFER_OVERFLOW:
    return 4;
  case FindingKind::FORMAT_STRING:
    return 5;
  default:
    return 0;
  }
}

// By the number of bytes, then by how many of them nobody can read.
std::pair<size_t, size_t> weight_of(const Finding &finding) {
  std::pair<size_t, size_t> sums;
  for (const results::Input &input : finding.inputs) {
    sums.first += input.bytes.size();
    sums.second += size_t(std::count_if(input.bytes.begin(), input.bytes.end(),
                                        [](char byte) { return byte != '\n' && (byte < 0x20 || byte == 0x7f); }));
  }
  return sums;
}

bool is_of_the_system(const std::string &file) {
  return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/");
}

} // namespace

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

std::optional<Finding> finding_of(const target::Outcome &outcome, const explore::Path &path,
                                  const explore::SiteTable &sites, target::SourcePlaces &places) {
  // Nearly always; what follows takes longer than a run. Some sanitizers let the program go on and end as it
  // likes.
  if (outcome.ending == Ending::EXITED && !results::find_sanitizer(outcome.errors))
    return std::nullopt;
  if (outcome.ending != Ending::EXITED && outcome.ending != Ending::SIGNALLED &&
      outcome.ending != Ending::TIMED_OUT)
    return std::nullopt;
  if (outcome.ending == Ending::SIGNALLED &&
      (outcome.signal == SIGXFSZ || outcome.signal == SIGKILL || outcome.signal == SIGTERM))
    return std::nullopt; // limits of ours, or somebody from outside
  std::string place = crash_place(outcome, places);
  bool is_exact = !place.empty();
  if (!is_exact && !path.steps.empty())
    place = sites[path.steps.back().place()].text();
  Finding finding;
  if (outcome.ending == Ending::TIMED_OUT) {
    finding = finding_of_kind(FindingKind::ENDLESS_LOOP);
    finding.message = outcome.text();
  } else if (outcome.signal == SIGFPE) {
    finding = finding_of_kind(FindingKind::DIVISION_BY_ZERO);
    finding.title = results::SIGFPE_TITLE;
    finding.message = outcome.text();
  } else if (const std::optional<Message> report = results::find_sanitizer(outcome.errors)) {
    finding = of_message(results::finding_of_sanitizer(report->text, outcome.errors), *report, place, is_exact);
    finding.sanitizer = outcome.errors;
  } else if (const std::optional<Message> assertion = results::find_assertion(outcome.errors)) {
    finding = of_message(finding_of_kind(FindingKind::ASSERTION), *assertion, place, is_exact);
  } else if (const std::optional<Message> exception = results::find_exception(outcome.errors)) {
    finding = of_message(finding_of_kind(FindingKind::EXCEPTION), *exception, place, is_exact);
  } else {
    finding = finding_of_kind(outcome.signal == SIGABRT ? FindingKind::ABORT : FindingKind::CRASH);
    finding.message = outcome.text();
  }
  finding.place = results::place_of_text(place);
  finding.place_is_exact = is_exact || finding.place.file.empty();
  finding.confirmed = true;
  finding.confirmed_by = results::INSTRUMENTED_RUN;
  return finding;
}

std::vector<results::Input> inputs_of(const target::Input &input) {
  std::vector<trace::SourceFacts> facts;
  facts.reserve(input.sources.size());
  for (const target::Source &source : input.sources)
    facts.push_back({uint8_t(source.kind), source.index, source.name});
  const std::vector<std::string> names = trace::source_names(facts);
  std::vector<results::Input> made;
  for (size_t i = 0; i < input.sources.size(); i++) {
    const target::Source &source = input.sources[i];
    made.push_back({results::InputKind(uint8_t(source.kind) - 1), names[i], source.name, source.index,
                    std::string(source.bytes.begin(), source.bytes.end())});
  }
  return made;
}

// Without a place, what is said about it has to do.
std::string bug_key(const Finding &finding) {
  const results::Location &place = finding.place;
  if (says_of_access(finding) != 0)
    return fmt::format("access {}:{}", place.file, place.line);
  if (place.file.empty() || !finding.place_is_exact)
    return fmt::format("{} {}:{} {}", finding.kind_name(), place.file, place.line, finding.message);
  return fmt::format("{} {}:{}", finding.kind_name(), place.file, place.line);
}

Findings::News Findings::add(Finding finding) {
  finding.runs = 1;
  const auto [found, is_new] = numbers_.try_emplace(bug_key(finding), all_.size());
  last_ = found->second;
  if (is_new) {
    if (finding.number == 0)
      finding.number = uint32_t(all_.size() + 1);
    all_.push_back(std::move(finding));
    return News::NEW;
  }
  Finding &known = all_[last_];
  known.runs++;
  const unsigned says = says_of_access(finding), said = says_of_access(known);
  if (says < said || (says == said && weight_of(finding) >= weight_of(known)))
    return News::KNOWN;
  finding.number = known.number;
  finding.runs = known.runs;
  known = std::move(finding);
  return News::SIMPLER;
}

const Finding *Findings::known(const Finding &finding) const {
  const auto found = numbers_.find(bug_key(finding));
  return found == numbers_.end() ? nullptr : &all_[found->second];
}

const Finding &Findings::set_reproduction(const Finding &finding, results::Reproduction reproduction) {
  Finding &known = all_[numbers_.at(bug_key(finding))];
  known.reproduce = std::move(reproduction);
  return known;
}

void Findings::take(std::vector<Finding> earlier) {
  for (Finding &finding : earlier) {
    const uint64_t runs = finding.runs;
    add(std::move(finding));
    all_[last_].runs = runs;
  }
}

std::vector<size_t> Findings::name_test(const std::vector<results::Input> &inputs, uint32_t test) {
  std::vector<size_t> named;
  for (size_t i = 0; i < all_.size(); i++)
    if (all_[i].test == 0 && all_[i].inputs == inputs) {
      all_[i].test = test;
      named.push_back(i);
    }
  return named;
}

} // namespace braid::campaign
