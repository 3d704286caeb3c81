#include "campaign/explanation.h"

#include "campaign/finding.h"
#include "campaign/simpler_input.h"
#include "explore/explanation.h"
#include "trace/names.h"

#include <algorithm>

namespace braid::campaign {

using results::Finding;

namespace {

using Clock = std::chrono::steady_clock;

results::Location location_of(const explore::SiteFacts &site) {
  return {site.file.empty() ? "" : trace::shown_path(site.file), site.line, site.column, site.function};
}

void fill(Finding &finding, const explore::SiteTable &sites, const explore::Explanation &explanation) {
  finding.matters.clear();
  finding.decisions.clear();
  finding.alike = explanation.alike;
  for (const explore::Explanation::Condition &each : explanation.conditions)
    if (std::any_of(finding.inputs.begin(), finding.inputs.end(),
                    [&](const results::Input &input) { return input.name == each.source; }))
      finding.matters.push_back({each.source, each.first, each.last, each.text, each.is_needed});
  for (const explore::Explanation::Turn &each : explanation.turns)
    finding.decisions.push_back({location_of(sites[each.place]), each.condition, each.taken, each.times});
}

// In a loop of several lines each run is ended at another one.
bool is_same(const Finding &left, const Finding &right) {
  if (left.kind == results::FindingKind::ENDLESS_LOOP && right.kind == left.kind)
    return left.place.file == right.place.file && left.place.function == right.place.function;
  return bug_key(left) == bug_key(right);
}

} // namespace

target::Input input_of(const Finding &finding, const target::Input &like) {
  target::Input made;
  for (const results::Input &input : finding.inputs) {
    made.add(target::SourceKind(uint8_t(input.kind) + 1), input.source, input.bytes, uint16_t(input.index));
    target::Source &source = made.sources.back();
    const auto known = std::find_if(like.sources.begin(), like.sources.end(), [&](const target::Source &each) {
      const bool has_name =
          source.kind == target::SourceKind::FILE || source.kind == target::SourceKind::ENVIRONMENT;
      return each.kind == source.kind && each.index == source.index && (!has_name || each.name == source.name);
    });
    if (known != like.sources.end()) {
      source.symbolic = known->symbolic;
      source.symbolic_length = known->symbolic_length;
    }
  }
  return made;
}

// The finding as this input shows it, if it does.
std::optional<Finding> Explanations::shown_by(const target::Input &input, const Finding &finding) {
  if (runs_.can_prove()) {
    for (proof::Report &report : runs_.reports(input))
      if (is_same(report.finding, finding))
        return std::move(report.finding);
    return std::nullopt;
  }
  target::Outcome outcome = runs_.run(input);
  if (outcome.ending == target::Ending::SIGNALLED)
    outcome.calls = runs_.calls_at_crash(input);
  std::optional<Finding> found = finding_of(outcome, {}, sites_, places_);
  return found && is_same(*found, finding) ? std::move(found) : std::nullopt;
}

bool Explanations::add_to(Finding &finding, target::Input &input, const ExplanationBudget &budget) {
  const Clock::time_point end = Clock::now() + budget.time;
  unsigned left = budget.runs;
  const auto does_the_same = [&](const target::Input &tried) -> std::optional<bool> {
    if (left == 0 || Clock::now() >= end || is_over_())
      return std::nullopt;
    left--;
    return shown_by(tried, finding).has_value();
  };
  // What a run does not show twice cannot be explained by runs.
  if (!does_the_same(input).value_or(false))
    return false;
  const target::Input simpler =
      finding.kind == results::FindingKind::ENDLESS_LOOP ? input : simpler_input(input, does_the_same);
  const std::vector<results::Input> inputs = inputs_of(simpler);
  std::optional<Finding> shown;
  if (inputs != finding.inputs)
    shown = shown_by(simpler, finding);
  if (shown && shown->kind == finding.kind) {
    shown->number = finding.number;
    shown->runs = finding.runs;
    shown->inputs = inputs;
    finding = std::move(*shown);
    input = simpler;
  }
  left = budget.runs;
  const auto is_at = [&](const explore::SiteFacts &site) {
    return site.line != 0 && site.line == finding.place.line && trace::shown_path(site.file) == finding.place.file;
  };
  const std::optional<explore::Explanation> explanation =
      explore::explain(runs_, sites_, policy_, limits_, input, {is_at, does_the_same});
  if (explanation)
    fill(finding, sites_, *explanation);
  return true;
}

} // namespace braid::campaign
