#include "proof/report.h"

#include "proof/readable_report.h"
#include "results/finding_text.h"
#include "results/messages.h"
#include "trace/names.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cxxabi.h>
#include <fmt/format.h>
#include <memory>

namespace braid::proof {

using results::Finding;
using results::finding_of_kind;
using results::FindingKind;
using results::Location;

namespace {

constexpr const char *ADDRESS = "AddressSanitizer", *UNDEFINED = "UndefinedBehaviorSanitizer";

// Calls that declare an error; the place is that of the caller. What says its condition, as klee_assert does, is
// an assertion like any other.
constexpr std::string_view ERROR_CALLS[] = {"reach_error", "__VERIFIER_error", "klee_report_error", "klee_abort",
                                            "__CPROVER_assert"};
// Functions of the program, or of a header, that only hand something on: nobody looks for a bug in them.
constexpr std::string_view WRAPPERS[] = {"operator new", "operator delete", "__clang_call_terminate"};

bool is_own(const target::SourcePlace &place) {
  if (place.file.empty() || place.line == 0 || place.file.starts_with("/usr/include/") ||
      place.file.starts_with("/usr/lib/"))
    return false;
  if (place.function.starts_with("braid_") || place.function.starts_with("klee_") ||
      place.function.starts_with("__braid_"))
    return false;
  return std::none_of(std::begin(WRAPPERS), std::end(WRAPPERS),
                      [&](std::string_view name) { return place.function.starts_with(name); });
}

// Lines, one after the other.
class Lines {
public:
  explicit Lines(std::string_view text) : rest_(text) {}
  bool next(std::string_view &line) {
    if (rest_.empty())
      return false;
    const size_t end = std::min(rest_.find('\n'), rest_.size());
    line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return true;
  }

private:
  std::string_view rest_;
};

// One report: from its headline to the next one.
struct Part {
  std::string_view headline; // without what stands before it
  std::string_view tool;     // "AddressSanitizer"; empty: a runtime error
  Location place;            // that the headline tells
  std::string_view text;     // all of it
};

// "x.c:12:3: runtime error: ..." and "==7==ERROR: AddressSanitizer: ...".
bool is_headline(std::string_view line, Part &part) {
  constexpr std::string_view RUNTIME = ": runtime error: ", ERROR = "ERROR: ", WARNING = "WARNING: ";
  if (const size_t at = line.find(RUNTIME); at != std::string_view::npos) {
    part = {line.substr(at + RUNTIME.size()), "", results::place_of_text(line.substr(0, at)), {}};
    return part.place.line != 0 && part.place.column != 0;
  }
  if (!line.starts_with("=="))
    return false;
  for (const std::string_view word : {ERROR, WARNING}) {
    const size_t at = line.find(word);
    const size_t name = at == std::string_view::npos ? at : line.find("Sanitizer: ", at);
    if (name == std::string_view::npos)
      continue;
    const size_t first = at + word.size();
    part = {line.substr(first), line.substr(first, name + 9 - first), {}, {}};
    return true;
  }
  return false;
}

// A sanitizer tells the calls; a program that speaks of runtime errors itself, as interpreters do, does not.
bool has_calls(std::string_view text) {
  Lines lines(text);
  for (std::string_view line; lines.next(line);)
    if (frame_of(line))
      return true;
  return false;
}

std::vector<Part> parts_of(std::string_view errors) {
  std::vector<Part> parts;
  Lines lines(errors);
  for (std::string_view line; lines.next(line);)
    if (Part part; is_headline(line, part)) {
      part.text = errors.substr(size_t(line.data() - errors.data()));
      if (!parts.empty())
        parts.back().text = parts.back().text.substr(0, size_t(part.text.data() - parts.back().text.data()));
      parts.push_back(part);
    }
  std::erase_if(parts, [](const Part &part) { return part.tool.empty() && !has_calls(part.text); });
  return parts;
}

Location location_of(const target::SourcePlace &place) {
  return {trace::shown_path(place.file), place.line, 0, place.function};
}

// As it is called there: a name of C++ as people write it. Empty if it is none of them.
std::string_view error_call(std::string_view function, std::span<const std::string> declared) {
  constexpr std::string_view WRAPPED = "__wrap_"; // functions.h
  if (function.starts_with(WRAPPED))
    function.remove_prefix(WRAPPED.size());
  const auto is_it = [&](const std::string &name) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void *)> readable(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
    return name == function || (status == 0 && function == readable.get());
  };
  const std::string_view name = function.substr(0, function.find('(')); // of C++, with its parameters
  const bool is_error = std::find(std::begin(ERROR_CALLS), std::end(ERROR_CALLS), name) != std::end(ERROR_CALLS) ||
                        std::any_of(declared.begin(), declared.end(), is_it);
  return is_error ? function : std::string_view();
}

// Frames of the first stack in a report that has some in the program's own source.
struct Stack {
  std::vector<Location> own;
  bool has_library_between = false;
  std::string error_call; // a function whose call is an error, if the program came by
};

Stack stack_of(std::string_view text, target::SourcePlaces &places, std::span<const std::string> error_functions) {
  Stack stack;
  Lines lines(text);
  bool in_stack = false, was_in_library = false;
  for (std::string_view line; lines.next(line);) {
    const bool is_frame = line.find(" #") != std::string_view::npos && line.find(" 0x") != std::string_view::npos;
    if (!is_frame && in_stack && !stack.own.empty())
      break;
    in_stack = is_frame;
    const std::optional<Frame> frame = is_frame ? frame_of(line) : std::nullopt;
    if (frame && frame->is_in_library())
      was_in_library = !stack.own.empty();
    if (!frame || frame->is_in_library())
      continue;
    for (const target::SourcePlace &place : places.at(frame->offset)) {
      if (const std::string_view call = error_call(place.function, error_functions); !call.empty()) {
        stack.error_call = call;
        stack.own.clear();
      } else if (is_own(place)) {
        stack.has_library_between = stack.has_library_between || was_in_library;
        stack.own.push_back(location_of(place));
      }
    }
  }
  return stack;
}

uint64_t faulting_address(std::string_view headline) {
  const size_t at = headline.find("address 0x");
  uint64_t address = ~uint64_t(0);
  if (at != std::string_view::npos)
    std::from_chars(headline.data() + at + 10, headline.data() + headline.size(), address, 16);
  return address;
}

// A signal: what it says of the program depends on what it wrote before.
Finding finding_of_signal(const Part &part, const target::Outcome &outcome) {
  constexpr uint64_t NEAR_NULL = 4096;
  const std::string_view what = part.headline.substr(part.headline.find("Sanitizer: ") + 11);
  if (what.starts_with("SEGV") || what.starts_with("BUS"))
    return finding_of_kind(faulting_address(what) < NEAR_NULL ? FindingKind::NULL_POINTER
                                                              : FindingKind::WILD_POINTER);
  if (what.starts_with("FPE")) {
    Finding finding = finding_of_kind(FindingKind::DIVISION_BY_ZERO);
    finding.title = results::SIGFPE_TITLE;
    return finding;
  }
  if (what.starts_with("ABRT") && results::find_assertion(outcome.errors))
    return finding_of_kind(FindingKind::ASSERTION);
  if (what.starts_with("ABRT") && outcome.errors.find("terminate called ") != std::string::npos)
    return finding_of_kind(FindingKind::EXCEPTION);
  return finding_of_kind(what.starts_with("ABRT") ? FindingKind::ABORT : FindingKind::CRASH);
}

// The sanitizer only tells of the signal by which it ended.
bool is_said_by_the_program(FindingKind kind) {
  return kind == FindingKind::ABORT || kind == FindingKind::ASSERTION || kind == FindingKind::EXCEPTION ||
         kind == FindingKind::ERROR_CALL || kind == FindingKind::ENDLESS_LOOP;
}

bool is_signal(const Part &part) {
  static constexpr std::string_view SIGNALS[] = {"SEGV", "BUS", "FPE", "ABRT", "ILL", "TRAP"};
  const size_t at = part.headline.find("Sanitizer: ");
  return at != std::string_view::npos && std::any_of(std::begin(SIGNALS), std::end(SIGNALS), [&](auto name) {
           return part.headline.substr(at + 11).starts_with(name);
         });
}

// What is said to people: no addresses, no numbers of processes.
std::string message_of(const Part &part, FindingKind kind, const target::Outcome &outcome) {
  if (kind == FindingKind::ASSERTION)
    return results::find_assertion(outcome.errors).value_or(results::Message{"assertion that failed", ""}).text;
  if (kind == FindingKind::EXCEPTION)
    return results::find_exception(outcome.errors).value_or(results::Message{"nobody caught it", ""}).text;
  if (kind == FindingKind::ABORT)
    return "killed by SIGABRT";
  if (part.tool.empty())
    return std::string(part.headline);
  std::string_view text = part.headline;
  for (const std::string_view end :
       {" on unknown address", " on address", ": 0x", " 0x", " (pc ", " of object at"})
    text = text.substr(0, text.find(end));
  std::string message(text);
  // "READ of size 4", which stands below.
  for (const std::string_view word :
       {"READ of size ", "WRITE of size ", "READ memory access", "WRITE memory access"})
    if (const size_t at = part.text.find(word); at != std::string_view::npos && kind != FindingKind::MEMORY_LEAK) {
      const size_t end = std::min(part.text.find_first_of(" .\n", at + word.size()), part.text.size());
      return message + ": " + std::string(part.text.substr(at, end - at));
    }
  if (kind == FindingKind::MEMORY_LEAK)
    if (const size_t at = part.text.find("SUMMARY: AddressSanitizer: "); at != std::string_view::npos)
      return std::string(part.text.substr(at + 27, part.text.find_first_of(".\n", at) - at - 27));
  return message;
}

bool is_about_division(FindingKind kind) {
  return kind == FindingKind::DIVISION_BY_ZERO || kind == FindingKind::DIVISION_OVERFLOW;
}

// Whether a report adds nothing to another one of the same place.
bool is_said_better_by(const Finding &finding, const Finding &other) {
  const bool is_about_pointer =
      finding.kind == FindingKind::OTHER || finding.kind == FindingKind::POINTER_OVERFLOW;
  if (finding.cwe == results::CWE_INDEX && other.kind == FindingKind::POINTER_OVERFLOW)
    return true;
  if (is_about_pointer && finding.confirmed_by == UNDEFINED)
    return other.confirmed_by == ADDRESS || other.kind == FindingKind::NULL_POINTER;
  // A pointer to anywhere is seldom aligned.
  if (finding.kind == FindingKind::MISALIGNED)
    return other.kind == FindingKind::WILD_POINTER || other.kind == FindingKind::NULL_POINTER;
  // A signal, which does not say why.
  return is_about_division(finding.kind) && finding.confirmed_by == ADDRESS && is_about_division(other.kind) &&
         other.confirmed_by == UNDEFINED;
}

// What an access behind the end of an array meets may have been another object, whose time is over.
void name_object(Finding &access) {
  const FindingKind kind =
      access.kind == FindingKind::USE_AFTER_SCOPE || access.kind == FindingKind::USE_AFTER_RETURN
          ? FindingKind::STACK_BUFFER_OVERFLOW
      : access.kind == FindingKind::USE_AFTER_FREE ? FindingKind::HEAP_BUFFER_OVERFLOW
                                                   : access.kind;
  results::set_kind(access, kind);
}

// An index that is too large is told before the access it is for, a division before its signal.
void join_those_of_one_operation(std::vector<Report> &reports) {
  const auto any_other = [&](const Report &report, auto is_it) {
    return std::any_of(reports.begin(), reports.end(), [&](const Report &other) {
      return &other != &report && other.is_at(report.finding.place.file, report.finding.place.line) &&
             is_it(other.finding);
    });
  };
  for (Report &report : reports)
    if (any_other(report, [](const Finding &other) { return other.cwe == results::CWE_INDEX; }))
      name_object(report.finding);
  std::vector<bool> is_surplus;
  is_surplus.reserve(reports.size());
  for (const Report &report : reports)
    is_surplus.push_back(
        any_other(report, [&](const Finding &other) { return is_said_better_by(report.finding, other); }));
  size_t at = 0;
  std::erase_if(reports, [&](const Report &) { return is_surplus[at++]; });
}

} // namespace

std::vector<Report> read_reports(const target::Outcome &outcome, target::SourcePlaces &places,
                                 std::span<const std::string> error_functions) {
  std::vector<Report> reports;
  // Where memory of others was used by way of an index or pointer. What is told after that may be a consequence.
  Location broken;
  for (const Part &part : parts_of(outcome.errors)) {
    Report report;
    Finding &finding = report.finding;
    if (is_signal(part))
      finding = finding_of_signal(part, outcome);
    else
      finding = results::finding_of_sanitizer(
          part.tool.empty() ? part.headline
                            : part.headline.substr(0, part.headline.find(' ', part.tool.size() + 2)),
          fmt::format("ERROR: {}\n", part.headline));
    if (outcome.ending == target::Ending::TIMED_OUT && finding.kind == FindingKind::ABORT)
      finding = finding_of_kind(FindingKind::ENDLESS_LOOP); // it was asked to abort
    Stack stack = stack_of(part.text, places, error_functions);
    if (!stack.error_call.empty() &&
        (finding.kind == FindingKind::ABORT || finding.kind == FindingKind::ASSERTION)) {
      finding = finding_of_kind(FindingKind::ERROR_CALL);
      finding.message = fmt::format("call of {}", stack.error_call);
    }
    finding.stack = std::move(stack.own);
    report.has_library_between = stack.has_library_between;
    report.is_of_signal = is_signal(part);
    if (part.place.line != 0) {
      finding.place = part.place;
      finding.place.file = trace::shown_path(part.place.file);
      if (!finding.stack.empty() && finding.stack.front().line == finding.place.line)
        finding.place.function = finding.stack.front().function;
    } else if (!finding.stack.empty()) {
      finding.place = finding.stack.front();
    }
    if (finding.message.empty())
      finding.message =
          finding.kind == FindingKind::ENDLESS_LOOP ? outcome.text() : message_of(part, finding.kind, outcome);
    if (!is_said_by_the_program(finding.kind))
      finding.sanitizer = readable_report(part.text, places);
    finding.confirmed = true;
    finding.confirmed_by = part.tool.empty()                ? UNDEFINED
                           : part.tool == "MemorySanitizer" ? "MemorySanitizer"
                                                            : ADDRESS;
    if (broken.line != 0 && !report.is_at(broken.file, broken.line))
      break;
    if (part.tool.empty() && (part.headline.find(" out of bounds for type ") != std::string_view::npos ||
                              part.headline.find("insufficient space") != std::string_view::npos ||
                              finding.kind == FindingKind::POINTER_OVERFLOW))
      broken = finding.place;
    const auto is_same = [&](const Report &other) { // those of MemorySanitizer may be wrong one by one
      return part.tool != "MemorySanitizer" && other.finding.kind == finding.kind &&
             other.is_at(finding.place.file, finding.place.line);
    };
    if (std::none_of(reports.begin(), reports.end(), is_same))
      reports.push_back(std::move(report));
  }
  join_those_of_one_operation(reports);
  return reports;
}

Report report_of_ending(const target::Outcome &outcome) {
  Report report;
  Finding &finding = report.finding;
  const auto assertion = results::find_assertion(outcome.errors);
  const auto exception = results::find_exception(outcome.errors);
  const bool is_abort = outcome.signal == SIGABRT;
  finding = finding_of_kind(outcome.ending == target::Ending::TIMED_OUT ? FindingKind::ENDLESS_LOOP
                            : is_abort && assertion                     ? FindingKind::ASSERTION
                            : is_abort && exception                     ? FindingKind::EXCEPTION
                            : is_abort                                  ? FindingKind::ABORT
                                                                        : FindingKind::CRASH);
  finding.message = finding.kind == FindingKind::ASSERTION   ? assertion->text
                    : finding.kind == FindingKind::EXCEPTION ? exception->text
                                                             : outcome.text();
  if (finding.kind == FindingKind::ASSERTION)
    finding.place = results::place_of_text(assertion->place);
  report.is_of_signal = true;
  finding.confirmed = true;
  finding.confirmed_by = results::BY_SIGNAL;
  return report;
}

} // namespace braid::proof
