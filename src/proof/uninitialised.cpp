#include "proof/uninitialised.h"

#include "target/compile/options.h"
#include "target/error.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <mutex>
#include <unistd.h>

namespace braid::proof {

namespace fs = std::filesystem;

namespace {

constexpr const char *VALGRIND = "/usr/bin/valgrind";

const char *memory_variable(bool is_doubted) {
  return is_doubted ? "MSAN_OPTIONS=symbolize=0:halt_on_error=0:print_stats=0" : "MSAN_OPTIONS=symbolize=0";
}

// Code that MemorySanitizer does not see: whatever is not C compiled here. Parts of the C library are known to it.
bool has_other_code(const target::BuildRequest &request) {
  static constexpr std::string_view KNOWN[] = {"-lm", "-lpthread", "-lc", "-ldl", "-lrt"};
  const auto is_c = [](const fs::path &file) {
    const std::string end = file.extension().string();
    return end == ".c" || end == ".i";
  };
  return !std::all_of(request.files.begin(), request.files.end(), is_c) ||
         std::any_of(
             request.compiler_options.begin(), request.compiler_options.end(), [](const std::string &word) {
               return (word.starts_with("-l") &&
                       std::find(std::begin(KNOWN), std::end(KNOWN), word) == std::end(KNOWN)) ||
                      word.ends_with(".a") || word.ends_with(".o") || word.find(".so") != std::string::npos;
             });
}

// "==7==    at 0x109158: main (x.c:12)": whether a report of values that were not set begins at this place, which
// is the innermost of the program's own.
bool names_place(std::string_view text, const results::Location &place) {
  const std::string wanted = fmt::format("({}:{})", fs::path(place.file).filename().string(), place.line);
  bool is_about_values = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find("ninitialised") != std::string_view::npos)
      is_about_values = true;
    else if (is_about_values && line.find(" 0x") == std::string_view::npos)
      is_about_values = false;
    if (is_about_values && line.find(wanted) != std::string_view::npos)
      return true;
  }
  return false;
}

// Two, as addresses, which are the same in every run.
std::string_view innermost_calls(std::string_view report) {
  const size_t begin = std::min(report.find("#0 "), report.size());
  const size_t second = report.find('\n', report.find("#1 ", begin));
  return report.substr(begin, second == std::string_view::npos ? second : second - begin);
}

// Errors are told by the build with AddressSanitizer.
Functions inputs_of(const Functions &functions) { return {functions.inputs, {}}; }

} // namespace

std::vector<std::string> memory_sanitizer_options() { return {"-O0", "-fsanitize=memory"}; }

target::BuildRequest memory_build(target::BuildRequest request, const Functions &functions) {
  request.plain = true;
  request.variant = "memory";
  request.variant_options = memory_sanitizer_options();
  if (has_other_code(request))
    request.variant_options.emplace_back("-fsanitize-recover=memory");
  request.variant_options.insert(request.variant_options.end(),
                                 {"-Wl,-u,braid_open_values", "-Wl,-u,braid_proof_serve"});
  return with_functions(std::move(request), inputs_of(functions));
}

std::optional<target::BuildRequest> second_build(target::BuildRequest request, const Functions &functions) {
  if (!has_other_code(request) || access(VALGRIND, X_OK) != 0)
    return std::nullopt;
  request.plain = true;
  request.variant = "valgrind";
  request.variant_options = {"-O0", "-gdwarf-4"}; // newer debugging information is not read by all of them
  return with_functions(std::move(request), inputs_of(functions));
}

bool can_tell_uninitialised(const target::BuildRequest &request) {
  return !has_other_code(request) || access(VALGRIND, X_OK) == 0;
}

Uninitialised::Uninitialised(UninitialisedOptions options)
    : options_(std::move(options)),
      runs_(options_.program, options_.limits, {memory_variable(options_.second_opinion.has_value())},
            {memory_variable(options_.second_opinion.has_value())}),
      places_(options_.program.path) {}

void Uninitialised::interrupt() { runs_.interrupt(); }

// Once: what failed fails again.
bool Uninitialised::has_second_build() {
  if (!for_valgrind_.empty() || !no_second_build_.empty())
    return no_second_build_.empty();
  static std::mutex one_at_a_time; // workers have the same folder
  const std::lock_guard lock(one_at_a_time);
  try {
    for_valgrind_ = target::build(*options_.second_opinion, &runs_.interrupted()).program;
  } catch (const target::Error &error) { // the sources may have changed since the exploration began
    const std::string text = error.what();
    no_second_build_ = text.substr(0, text.find('\n'));
  }
  return no_second_build_.empty();
}

bool Uninitialised::is_seen_by_valgrind(const target::Input &input, const results::Location &place,
                                        std::string &not_checked) {
  if (!has_second_build()) {
    not_checked = fmt::format("values that were never set: the build for Valgrind failed ({})", no_second_build_);
    return false;
  }
  target::Program program = options_.program;
  program.path = for_valgrind_;
  target::Limits limits = runs_.limits();
  if (limits.time.count() != 0) // fifty times slower
    limits.time = std::max<std::chrono::nanoseconds>(limits.time, std::chrono::seconds(60));
  const target::Outcome outcome = run_anew(program, input, limits, runs_.interrupted(), {},
                                           {VALGRIND, "-q", "--leak-check=no", "--num-callers=40"});
  if (names_place(outcome.errors, place))
    return true;
  if (outcome.used_up_memory)
    not_checked = "values that were never set: Valgrind needs more memory than --run-memory allows";
  if (outcome.ending == target::Ending::TIMED_OUT)
    not_checked = "values that were never set: Valgrind needs more time than there is for a run";
  return false;
}

Uninitialised::Run Uninitialised::run(const target::Input &input) {
  Run made;
  const target::Outcome outcome = runs_.run(input);
  if (outcome.ending == target::Ending::INTERRUPTED)
    return made;
  made.not_checked = outcome.ending == target::Ending::TIMED_OUT
                         ? "MemorySanitizer needs more time than there is for a run"
                         : gap_of(outcome);
  if (!made.not_checked.empty())
    made.not_checked = "values that were never set: " + made.not_checked;
  for (Report &report : read_reports(outcome, places_)) {
    const results::Location &place = report.finding.place;
    if (report.finding.kind != results::FindingKind::UNINITIALISED || runs_.interrupted())
      return made; // whatever that is, others tell about it
    if (!options_.second_opinion) {
      made.report = std::move(report);
      return made;
    }
    const std::string key =
        fmt::format("{}:{} {}", place.file, place.line, innermost_calls(report.finding.sanitizer));
    if (place.line == 0 || refuted_.contains(key))
      continue;
    if (refuted_.size() >= MOST_REFUTED) {
      made.not_checked =
          fmt::format("values that were never set: Valgrind had refuted what MemorySanitizer says at "
                      "{} places, and was not asked about more",
                      MOST_REFUTED);
      continue;
    }
    std::string not_checked;
    if (is_seen_by_valgrind(input, place, not_checked)) {
      report.finding.confirmed_by = "Valgrind";
      made.report = std::move(report);
      return made;
    }
    if (not_checked.empty())
      refuted_.insert(key);
    else
      made.not_checked = std::move(not_checked);
  }
  return made;
}

} // namespace braid::proof
