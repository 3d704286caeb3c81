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

void Uninitialised::interrupt() {
  interrupted_ = true;
  runs_.interrupt();
}

bool Uninitialised::is_seen_by_valgrind(const target::Input &input, const results::Location &place) {
  if (for_valgrind_.empty()) {
    static std::mutex one_at_a_time; // workers have the same folder
    const std::lock_guard lock(one_at_a_time);
    try {
      for_valgrind_ = target::build(*options_.second_opinion).program;
    } catch (const target::Error &) {
      return false; // the sources have changed since; nobody says now what is true of those that are explored
    }
  }
  target::Program program = options_.program;
  program.path = for_valgrind_;
  target::Limits limits = options_.limits;
  limits.time = std::max<std::chrono::nanoseconds>(limits.time, std::chrono::seconds(60)); // fifty times slower
  const target::Outcome outcome =
      run_anew(program, input, limits, {}, {VALGRIND, "-q", "--leak-check=no", "--num-callers=40"});
  return names_place(outcome.errors, place);
}

std::optional<Report> Uninitialised::run(const target::Input &input) {
  const target::Outcome outcome = runs_.run(input);
  if (outcome.ending == target::Ending::INTERRUPTED)
    return std::nullopt;
  for (Report &report : read_reports(outcome, places_)) {
    const results::Location &place = report.finding.place;
    if (report.finding.kind != results::FindingKind::UNINITIALISED || interrupted_)
      return std::nullopt; // whatever that is, others tell about it
    if (!options_.second_opinion)
      return std::move(report);
    const std::string key =
        fmt::format("{}:{} {}", place.file, place.line, innermost_calls(report.finding.sanitizer));
    if (place.line == 0 || refuted_.size() >= MOST_REFUTED || refuted_.contains(key))
      continue;
    if (is_seen_by_valgrind(input, place)) {
      report.finding.confirmed_by = "Valgrind";
      return std::move(report);
    }
    refuted_.insert(key);
  }
  return std::nullopt;
}

} // namespace braid::proof
