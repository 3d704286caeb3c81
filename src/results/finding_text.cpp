#include "results/finding_text.h"

#include <charconv>
#include <fmt/format.h>
#include <span>

namespace braid::results {

namespace {

// Words of a sanitizer's headline, and what it is about if they are in it. The first that fits counts.
struct Phrase {
  std::string_view words;
  FindingKind kind;
  std::string_view title = {}; // empty: that of the kind
  uint32_t cwe = 0;            // 0: that of the kind
};

// "AddressSanitizer: " is in front of these.
constexpr Phrase REPORTS[] = {
    {"heap-buffer-overflow", FindingKind::HEAP_BUFFER_OVERFLOW},
    {"dynamic-stack-buffer-overflow", FindingKind::STACK_BUFFER_OVERFLOW},
    {"stack-buffer-overflow", FindingKind::STACK_BUFFER_OVERFLOW},
    {"stack-buffer-underflow", FindingKind::STACK_BUFFER_OVERFLOW},
    {"global-buffer-overflow", FindingKind::GLOBAL_BUFFER_OVERFLOW},
    {"heap-use-after-free", FindingKind::USE_AFTER_FREE},
    {"stack-use-after-return", FindingKind::USE_AFTER_RETURN},
    {"stack-use-after-scope", FindingKind::USE_AFTER_SCOPE},
    {"double-free", FindingKind::DOUBLE_FREE},
    {"attempting free on address which was not malloc", FindingKind::INVALID_FREE},
    {"bad-free", FindingKind::INVALID_FREE},
    {"alloc-dealloc-mismatch", FindingKind::INVALID_FREE},
    {"detected memory leaks", FindingKind::MEMORY_LEAK},
    {"stack-overflow", FindingKind::STACK_EXHAUSTION},
    {"allocation-size-too-big", FindingKind::ALLOCATION_SIZE},
    {"requested allocation size", FindingKind::ALLOCATION_SIZE},
    {"calloc-overflow", FindingKind::ALLOCATION_SIZE},
    {"alloc parameters overflow", FindingKind::ALLOCATION_SIZE},
    {"allocarray parameters overflow", FindingKind::ALLOCATION_SIZE},
    {"out-of-memory", FindingKind::ALLOCATION_SIZE},
    {"out of memory", FindingKind::ALLOCATION_SIZE},
    {"use-of-uninitialized-value", FindingKind::UNINITIALISED},
    {"param-overlap", FindingKind::OTHER, "overlapping memory for a function that does not allow it", CWE_OVERLAP},
    {"FPE", FindingKind::DIVISION_BY_ZERO, SIGFPE_TITLE},
    {"ABRT", FindingKind::ABORT},
    {"SEGV", FindingKind::CRASH},
    {"BUS", FindingKind::CRASH},
    {"ILL", FindingKind::CRASH},
    {"TRAP", FindingKind::CRASH},
};

// What UndefinedBehaviorSanitizer says behind "runtime error: ".
constexpr Phrase RUNTIME_ERRORS[] = {
    {"unsigned integer overflow: ", FindingKind::UNSIGNED_WRAP},
    {"signed integer overflow: ", FindingKind::SIGNED_OVERFLOW},
    {"; cast to an unsigned type to negate", FindingKind::SIGNED_OVERFLOW},
    {"negation of ", FindingKind::UNSIGNED_WRAP},
    {" by -1 cannot be represented", FindingKind::DIVISION_OVERFLOW},
    {"division by zero", FindingKind::DIVISION_BY_ZERO},
    {"shift exponent ", FindingKind::SHIFT_OUT_OF_RANGE},
    {"left shift of ", FindingKind::SHIFT_OUT_OF_RANGE},
    {"implicit conversion from type ", FindingKind::LOSSY_CONVERSION},
    {"outside the range of representable values", FindingKind::FLOAT_CONVERSION},
    {"offset to null pointer", FindingKind::POINTER_OVERFLOW},
    {"produced null pointer", FindingKind::POINTER_OVERFLOW},
    {"applying non-zero offset ", FindingKind::POINTER_OVERFLOW},
    {"pointer index expression ", FindingKind::POINTER_OVERFLOW},
    {" of unsigned offset ", FindingKind::POINTER_OVERFLOW},
    {"null pointer passed as argument", FindingKind::OTHER, "null pointer where there must be none", 476},
    {"null pointer returned from function", FindingKind::OTHER, "null pointer where there must be none", 476},
    {" null pointer of type ", FindingKind::NULL_POINTER},
    {"misaligned address ", FindingKind::MISALIGNED},
    {" byte alignment ", FindingKind::MISALIGNED},
    {"which is not a valid value", FindingKind::INVALID_VALUE},
    {"which is not a valid argument", FindingKind::INVALID_VALUE},
    {"variable length array bound", FindingKind::NEGATIVE_ARRAY_SIZE},
    {"execution reached an unreachable", FindingKind::UNREACHABLE},
    {"execution reached the end of a value-returning", FindingKind::MISSING_RETURN},
    {"through pointer to incorrect function type", FindingKind::BAD_CALL},
    {" out of bounds for type ", FindingKind::OTHER, "index outside of an array", CWE_INDEX},
    {"with insufficient space for an object", FindingKind::OTHER, "access outside of an object", 119},
};

// The line of `text` around this position.
std::string_view line_at(std::string_view text, size_t position) {
  const size_t before = position == 0 ? std::string_view::npos : text.rfind('\n', position - 1);
  const size_t first = before == std::string_view::npos ? 0 : before + 1;
  return text.substr(first, text.find('\n', position) - first);
}

Finding finding_of_phrase(std::span<const Phrase> phrases, std::string_view headline) {
  for (const Phrase &phrase : phrases)
    if (headline.find(phrase.words) != std::string_view::npos) {
      Finding finding = finding_of_kind(phrase.kind);
      if (!phrase.title.empty())
        finding.title = phrase.title;
      if (phrase.cwe != 0)
        finding.cwe = phrase.cwe;
      return finding;
    }
  return finding_of_kind(FindingKind::OTHER);
}

// Takes ":12" off the front.
bool take_number(std::string_view &text, uint32_t &number) {
  if (!text.starts_with(':'))
    return false;
  const auto [end, failed] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  if (failed != std::errc())
    return false;
  text.remove_prefix(size_t(end - text.data()));
  return true;
}

} // namespace

Location place_of_text(std::string_view text) {
  for (size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':', colon + 1)) {
    Location place{.file = std::string(text.substr(0, colon)), .function = {}};
    std::string_view rest = text.substr(colon);
    if (colon == 0 || !take_number(rest, place.line))
      continue;
    take_number(rest, place.column);
    if (rest.starts_with(" (") && rest.ends_with(')'))
      place.function = rest.substr(2, rest.size() - 3);
    else if (!rest.empty())
      continue;
    return place;
  }
  return {};
}

Finding finding_of_sanitizer(std::string_view message, std::string_view report) {
  const size_t name = message.find("Sanitizer: ");
  if (name == std::string_view::npos || message.find(' ') < name)
    return finding_of_phrase(RUNTIME_ERRORS, message);
  // The message has only the first word of what is said: "AddressSanitizer: attempting".
  const size_t at = report.find(fmt::format("ERROR: {}", message));
  const std::string_view headline = at == std::string_view::npos ? message : line_at(report, at);
  if (headline.find("Sanitizer: SEGV") != std::string_view::npos &&
      report.find("Hint: address points to the zero page") != std::string_view::npos)
    return finding_of_kind(FindingKind::NULL_POINTER);
  return finding_of_phrase(REPORTS, headline.substr(headline.find("Sanitizer: ")));
}

} // namespace braid::results
