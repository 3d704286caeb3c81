#include "campaign/suspect_finding.h"

#include "campaign/finding.h"
#include "trace/checks.h"
#include "trace/names.h"

#include <algorithm>

namespace braid::campaign {

void name_cause(results::Finding &finding, uint16_t check) {
  using results::FindingKind;
  static constexpr FindingKind CONSEQUENCES[] = {
      FindingKind::STACK_BUFFER_OVERFLOW, FindingKind::HEAP_BUFFER_OVERFLOW, FindingKind::GLOBAL_BUFFER_OVERFLOW,
      FindingKind::NULL_POINTER,          FindingKind::WILD_POINTER,         FindingKind::CRASH};
  if (check != BRAID_CHECK_FORMAT ||
      std::find(std::begin(CONSEQUENCES), std::end(CONSEQUENCES), finding.kind) == std::end(CONSEQUENCES))
    return;
  const results::Finding cause = results::finding_of_kind(FindingKind::FORMAT_STRING);
  finding.kind = cause.kind;
  finding.title = cause.title;
  finding.cwe = cause.cwe;
  finding.severity = cause.severity;
}

std::vector<results::Finding> findings_of(const explore::Suspects &suspects, const explore::SiteTable &sites,
                                          size_t number) {
  static constexpr std::pair<braid_check, results::FindingKind> KINDS[] = {
      {BRAID_CHECK_SIGNED_OVERFLOW, results::FindingKind::SIGNED_OVERFLOW},
      {BRAID_CHECK_UNSIGNED_WRAP, results::FindingKind::UNSIGNED_WRAP},
      {BRAID_CHECK_SHIFT, results::FindingKind::SHIFT_OUT_OF_RANGE},
      {BRAID_CHECK_CONVERSION, results::FindingKind::LOSSY_CONVERSION},
      {BRAID_CHECK_FLOAT_CONVERSION, results::FindingKind::FLOAT_CONVERSION},
      {BRAID_CHECK_INDEX, results::FindingKind::OTHER},
      {BRAID_CHECK_ARRAY_SIZE, results::FindingKind::NEGATIVE_ARRAY_SIZE},
      {BRAID_CHECK_VALUE, results::FindingKind::INVALID_VALUE},
      {BRAID_CHECK_POINTER, results::FindingKind::POINTER_OVERFLOW},
      {BRAID_CHECK_UNREACHABLE, results::FindingKind::UNREACHABLE},
      {BRAID_CHECK_FORMAT, results::FindingKind::FORMAT_STRING},
      {BRAID_CHECK_KINDS, results::FindingKind::OTHER}}; // an access outside of its object
  std::vector<results::Finding> found;
  for (const explore::Suspects::Entry &entry : suspects.not_shown()) {
    const auto *kind = std::find_if(std::begin(KINDS), std::end(KINDS),
                                    [&](const auto &each) { return uint16_t(each.first) == entry.kind; });
    results::Finding finding =
        results::finding_of_kind(kind != std::end(KINDS) ? kind->second : results::FindingKind::OTHER);
    const explore::SiteFacts &site = sites[entry.place];
    finding.place = {trace::shown_path(site.file), site.line, site.column, site.function};
    finding.message = "the solver has an input that makes it go wrong";
    finding.not_confirmed_because = "the build with sanitizers does not report it for this input";
    if (entry.input)
      finding.inputs = inputs_of(*entry.input);
    finding.number = uint32_t(number + found.size());
    found.push_back(std::move(finding));
  }
  return found;
}

} // namespace braid::campaign
