#include "results/finding_file.h"

#include "results/error.h"
#include "results/fields.h"

#include <fmt/format.h>

namespace braid::results {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json place_json(const Location &place) {
  return {{"file", place.file}, {"line", place.line}, {"column", place.column}, {"function", place.function}};
}

Location place_of(const Fields &fields) {
  return {.file = fields.text("file"),
          .line = fields.number("line"),
          .column = fields.number("column"),
          .function = fields.text("function")};
}

FindingKind kind_of(const Fields &fields) {
  const std::string name = fields.text("kind");
  for (size_t i = 0; i < finding_kinds().size(); i++)
    if (finding_kinds()[i].name == name)
      return FindingKind(i);
  fields.refuse("kind", fmt::format("is '{}', which is not known here", name));
}

void check_format(const Fields &fields, const fs::path &file) {
  const uint32_t format = fields.has("format") ? fields.number("format") : 1; // which did not say it
  if (format > FINDING_FORMAT)
    throw Error(
        file.string(),
        fmt::format("a newer Braid wrote this finding: format {}, this one reads {}", format, FINDING_FORMAT),
        "Use that version, or explore again with this one.");
  if (format < FINDING_FORMAT)
    throw Error(file.string(), "an older Braid wrote this finding", "Explore again with this one.");
}

Matter matter_of(const Fields &fields, const std::vector<Input> &inputs) {
  Matter matter{.input = fields.text("input"),
                .first = fields.number("first"),
                .last = fields.number("last"),
                .condition = fields.text("condition"),
                .is_needed = !fields.has("needed") || fields.truth("needed")};
  const auto input =
      std::find_if(inputs.begin(), inputs.end(), [&](const Input &each) { return each.name == matter.input; });
  if (input == inputs.end())
    fields.refuse("input", fmt::format("is '{}', and there is no such input", matter.input));
  if (matter.first > matter.last)
    fields.refuse("last", fmt::format("is {}, before first ({})", matter.last, matter.first));
  return matter;
}

void read_verdict(const Fields &fields, Finding &finding) {
  finding.confirmed = fields.truth("confirmed");
  finding.confirmed_by = fields.text("confirmed_by");
  finding.not_confirmed_because = fields.text("not_confirmed_because");
  if (finding.confirmed)
    fields.word<size_t>("confirmed_by", CONFIRMED_BY);
  else if (!finding.confirmed_by.empty())
    fields.refuse("confirmed_by", "is given although confirmed is false");
  if (finding.confirmed != finding.not_confirmed_because.empty())
    fields.refuse("not_confirmed_because", finding.confirmed ? "is given although confirmed is true"
                                                             : "is empty although confirmed is false");
}

} // namespace

void set_kind(Finding &finding, FindingKind kind) {
  const FindingKindFacts &facts = facts_of(kind);
  finding.kind = kind;
  finding.title = facts.title;
  finding.cwe = facts.cwe;
  finding.severity = facts.severity;
}

Finding finding_of_kind(FindingKind kind) {
  Finding finding;
  set_kind(finding, kind);
  return finding;
}

std::string folder_name(const Finding &finding) {
  return fmt::format("{:03}-{}", finding.number, finding.kind_name());
}

Json finding_json(const Finding &finding) {
  Json json = {{"format", FINDING_FORMAT},
               {"number", finding.number},
               {"kind", finding.kind_name()},
               {"title", finding.title},
               {"cwe", finding.cwe},
               {"severity", SEVERITIES[size_t(finding.severity)]},
               {"message", finding.message},
               {"place", place_json(finding.place)},
               {"place_is_exact", finding.place_is_exact},
               {"confirmed", finding.confirmed},
               {"confirmed_by", finding.confirmed_by},
               {"not_confirmed_because", finding.not_confirmed_because},
               {"test", finding.test},
               {"runs", finding.runs},
               {"inputs", Json::array()},
               {"matters", Json::array()},
               {"alike", finding.alike},
               {"decisions", Json::array()},
               {"stack", Json::array()},
               {"sanitizer", finding.sanitizer},
               {"reproduce",
                {{"build", finding.reproduce.build},
                 {"run", finding.reproduce.run},
                 {"script", finding.reproduce.script}}}};
  for (const Input &input : finding.inputs)
    json["inputs"].push_back(input_json(input));
  for (const Matter &matter : finding.matters)
    json["matters"].push_back({{"input", matter.input},
                               {"first", matter.first},
                               {"last", matter.last},
                               {"condition", matter.condition},
                               {"needed", matter.is_needed}});
  for (const Decision &decision : finding.decisions) {
    Json each = place_json(decision.place);
    each["condition"] = decision.condition;
    each["taken"] = decision.taken;
    each["times"] = decision.times;
    json["decisions"].push_back(std::move(each));
  }
  for (const Location &frame : finding.stack)
    json["stack"].push_back(place_json(frame));
  if (!finding.sanitizer_options.empty())
    json["sanitizer_options"] = finding.sanitizer_options;
  return json;
}

std::string finding_file_text(const Finding &finding) {
  return finding_json(finding).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Finding read_finding(const fs::path &file) {
  const nlohmann::json content = read_json(file);
  const Fields fields(content, file);
  check_format(fields, file);
  Finding finding = finding_of_kind(kind_of(fields));
  finding.number = fields.number("number");
  finding.title = fields.text("title");
  finding.cwe = fields.number("cwe");
  finding.severity = fields.word<Severity>("severity", SEVERITIES);
  finding.message = fields.text("message");
  finding.place = place_of(fields.object("place"));
  finding.place_is_exact = fields.truth("place_is_exact");
  read_verdict(fields, finding);
  finding.test = fields.number("test");
  finding.runs = fields.large_number("runs");
  for (const Fields &described : fields.objects("inputs"))
    finding.inputs.push_back(input_of(described));
  for (const Fields &described : fields.objects("matters"))
    finding.matters.push_back(matter_of(described, finding.inputs));
  finding.alike = fields.has("alike") ? fields.number("alike") : 0;
  for (const Fields &described : fields.objects("decisions"))
    finding.decisions.push_back({.place = place_of(described),
                                 .condition = described.text("condition"),
                                 .taken = described.truth("taken"),
                                 .times = described.has("times") ? described.number("times") : 1});
  for (const Fields &described : fields.objects("stack"))
    finding.stack.push_back(place_of(described));
  finding.sanitizer = fields.text("sanitizer");
  if (fields.has("sanitizer_options"))
    finding.sanitizer_options = fields.text("sanitizer_options");
  const Fields reproduce = fields.object("reproduce");
  finding.reproduce = {
      .build = reproduce.texts("build"), .run = reproduce.text("run"), .script = reproduce.text("script")};
  finding.folder = file.parent_path();
  return finding;
}

std::vector<Finding> read_findings(const fs::path &results_folder) {
  std::vector<Finding> all;
  std::error_code missing;
  for (const fs::directory_entry &entry : fs::directory_iterator(results_folder / "findings", missing))
    all.push_back(read_finding(entry.path() / "finding.json"));
  std::sort(all.begin(), all.end(), [](const Finding &a, const Finding &b) { return a.number < b.number; });
  for (size_t i = 1; i < all.size(); i++)
    if (all[i].number == all[i - 1].number)
      refuse_file(all[i].folder / "finding.json",
                  fmt::format("number is {}, as in {}", all[i].number, all[i - 1].folder.string()));
  return all;
}

} // namespace braid::results
