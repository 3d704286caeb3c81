#include "campaign/suspect_finding.h"

#include "trace/checks.h"
#include "trace/names.h"

#include <algorithm>

namespace braid::campaign {

void name_cause(results::Finding &finding, uint16_t check) {
  using results::FindingKind;
  switch (finding.kind) {
  case FindingKind::STACK_BUFFER_OVERFLOW:
  case FindingKind::HEAP_BUFFER_OVERFLOW:
  case FindingKind::GLOBAL_BUFFER_OVERFLOW:
  case FindingKind::NULL_POINTER:
  case FindingKind::WILD_POINTER:
  case FindingKind::CRASH:
    if (check == BRAID_CHECK_FORMAT)
      results::set_kind(finding, FindingKind::FORMAT_STRING);
    break;
  // What lies beside an object may be one whose time is over.
  case FindingKind::USE_AFTER_SCOPE:
  case FindingKind::USE_AFTER_RETURN:
    if (explore::is_about_bounds(check))
      results::set_kind(finding, FindingKind::STACK_BUFFER_OVERFLOW);
    break;
  case FindingKind::USE_AFTER_FREE:
    if (explore::is_about_bounds(check))
      results::set_kind(finding, FindingKind::HEAP_BUFFER_OVERFLOW);
    break;
  default:
    break;
  }
}

std::vector<results::Finding> findings_of(const explore::Suspects &suspects, const explore::SiteTable &sites,
                                          const Findings &findings) {
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
      {BRAID_CHECK_LENGTH, results::FindingKind::OTHER}};
  std::vector<results::Finding> found;
  for (const explore::Suspects::Entry &entry : suspects.not_shown()) {
    const bool is_size = entry.kind == explore::CHECK_ALLOCATION;
    const auto *kind = std::find_if(std::begin(KINDS), std::end(KINDS),
                                    [&](const auto &each) { return uint16_t(each.first) == entry.kind; });
    results::Finding finding = results::finding_of_kind(is_size ? results::FindingKind::ALLOCATION_SIZE
                                                        : kind != std::end(KINDS) ? kind->second
                                                                                  : results::FindingKind::OTHER);
    if (explore::is_about_bounds(entry.kind)) {
      finding.title = "access outside of an object";
      finding.cwe = results::CWE_INDEX;
    }
    const explore::SiteFacts &site = sites[entry.place];
    finding.place = {trace::shown_path(site.file), site.line, site.column, site.function};
    finding.message = "the solver has an input that makes it go wrong";
    finding.not_confirmed_because = "the build with sanitizers does not report it for this input";
    if (entry.input)
      finding.inputs = inputs_of(*entry.input);
    finding.number = uint32_t(findings.all().size() + found.size() + 1);
    if (findings.known(finding) == nullptr)
      found.push_back(std::move(finding));
  }
  return found;
}

} // namespace braid::campaign
