#include "report/trace_json.h"

#include "expr/constant_text.h"
#include "report/library_name.h"
#include "trace/answers.h"
#include "trace/check_list.h"
#include "trace/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <ostream>

namespace braid::report {

namespace {

using Json = nlohmann::ordered_json; // keys in the order of the documentation
using trace::View;

// Bytes that are no UTF-8 become U+FFFD: a program may write what it likes.
std::string dumped(const Json &json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

constexpr const char *SOURCE_KINDS[BRAID_SOURCE_KINDS] = {"none", "stdin", "file", "argument", "environment",
                                                          "mark", "call",  "data", "result"};
constexpr const char *END_KINDS[BRAID_END_KINDS] = {"none",         "exit",        "quick-exit",
                                                    "nodes-full",   "events-full", "assumption",
                                                    "sources-full", "internal",    "no-memory"};
constexpr const char *LOST_NAMES[BRAID_LOST_KINDS] = {
#define BRAID_LOST(name, text) #name,
#include "trace/lost.def"
#undef BRAID_LOST
};

Json input_json(const View &view, const TraceDigest &digest, const trace::SourceNames &names) {
  Json sources = Json::array();
  for (uint32_t i = 0; i < digest.sources.size(); i++) {
    const SourceUse &use = digest.sources[i];
    const uint8_t flags = view.sources()[i].flags;
    sources.push_back({{"name", names.source(i)},
                       {"kind", SOURCE_KINDS[view.sources()[i].kind]},
                       {"bytes", use.bytes},
                       {"used", use.labelled},
                       {"in_decisions", use.deciding},
                       {"symbolic", (flags & BRAID_SOURCE_SYMBOLIC) != 0},
                       {"given", (flags & BRAID_SOURCE_GIVEN) != 0}});
  }
  return sources;
}

class EventWriter {
public:
  explicit EventWriter(const View &view) : view_(view), text_(view) {}

  Json event(const braid_event &event) {
    switch (event.kind) {
    case BRAID_EVENT_BRANCH:
      return with_place("branch", event, {{"condition", text(event)}, {"taken", event.flag != 0}});
    case BRAID_EVENT_SWITCH: {
      Json json = with_place("switch", event, {{"value", text(event)}, {"case", event.extra}});
      const std::span<const uint64_t> cases = view_.cases(view_.site(event.site));
      json["case_value"] = event.extra != 0 && event.extra <= cases.size() ? Json(cases[event.extra - 1]) : Json();
      return json;
    }
    case BRAID_EVENT_ASSUME:
      return with_place("assume", event, {{"condition", text(event)}, {"holds", event.flag != 0}});
    case BRAID_EVENT_ADDRESS:
      return with_place(
          "address", event,
          {{"address", text(event)}, {"value", value(event)}, {"bytes", event.extra}, {"write", event.flag != 0}});
    case BRAID_EVENT_BOUNDS:
      return with_place("bounds", event,
                        {{"condition", text(event)},
                         {"within", event.flag != 0},
                         {"bytes", event.extra},
                         {"write", event.aux != 0}});
    case BRAID_EVENT_CHECK:
      return with_place(
          "check", event,
          {{"check", trace::CHECKS[event.aux].name}, {"condition", text(event)}, {"failed", event.flag != 0}});
    case BRAID_EVENT_OBJECT: {
      const uint64_t object = view_.node(event.extra).value;
      return with_place("object", event,
                        {{"address", text(event)},
                         {"value", value(event)},
                         {"bytes", event.aux},
                         {"object", fmt::format("{:#x}", BRAID_OBJECT_ADDRESS(object))},
                         {"object_bytes", BRAID_OBJECT_BYTES(object)}});
    }
    case BRAID_EVENT_TARGET:
      return with_place("target", event, {{"address", text(event)}, {"value", value(event)}});
    case BRAID_EVENT_LENGTH:
      return with_place("length", event,
                        {{"length", text(event)}, {"value", value(event)}, {"allocation", event.aux != 0}});
    case BRAID_EVENT_LOST:
      return with_place("lost", event,
                        {{"reason", LOST_NAMES[event.aux]},
                         {"explanation", trace::lost_text(event.aux)},
                         {"expression", text(event)}});
    case BRAID_EVENT_SOURCE:
      return with_place("source", event, {{"source", text_.names().source(event.extra)}});
    case BRAID_EVENT_PASSED:
      return with_place("passed", event,
                        {{"argument", event.aux},
                         {"expression", text(event)},
                         {"value", value(event)},
                         {"result", text_.names().source(event.extra)}});
    case BRAID_EVENT_RESULT:
      return with_place("result", event, {{"value", value(event)}, {"result", text_.names().source(event.extra)}});
    case BRAID_EVENT_THREAD:
      return with_place("thread", event, Json::object());
    case BRAID_EVENT_FORK:
      return with_place("fork", event, Json::object());
    default:
      return {{"kind", "end"}, {"end", END_KINDS[event.extra]}, {"status", event.label}};
    }
  }

  const trace::LabelText &texts() const { return text_; }

private:
  Json text(const braid_event &event) const { return event.label != 0 ? Json(text_.label(event.label)) : Json(); }
  std::string value(const braid_event &event) const { return trace::hexadecimal(view_.node(event.label).value); }

  Json with_place(const char *kind, const braid_event &event, const Json &rest) {
    const Place place = place_of(view_, event);
    const braid_site &site = view_.site(shown_site(place));
    const std::string library = library_name(view_, place);
    Json json = {{"kind", kind},
                 {"site", fmt::format("{:016x}", view_.site(place.site).id)},
                 {"file", trace::shown_path(view_.file(site))},
                 {"line", site.line},
                 {"column", site.column},
                 {"function", view_.function(site)},
                 {"in", library.empty() ? Json() : Json(library)},
                 {"label", event.label}};
    json.update(rest);
    return json;
  }

  const View &view_;
  trace::LabelText text_;
};

} // namespace

void write_trace_json(std::ostream &out, const View &view, const TraceDigest &digest, const RunFacts &facts) {
  EventWriter events(view);
  const auto entry = [&](const char *key, const Json &value) {
    out << fmt::format("  \"{}\": {},\n", key, dumped(value));
  };
  Json problems = Json::array(), mismatches = Json::array();
  for (const trace::Problem &problem : view.problems())
    problems.push_back(problem.text());
  for (const trace::Mismatch &mismatch : digest.mismatches)
    if (mismatch.kind != trace::Mismatch::Kind::READ)
      mismatches.push_back(mismatch.text);
  Json answers = Json::array();
  for (const uint32_t number : digest.asked) {
    const braid_site &site = view.site(number);
    const trace::Answer *answer = trace::find_answer(view.called(site));
    answers.push_back({{"called", view.called(site)},
                       {"from", answer != nullptr ? Json(trace::answer_text(answer->kind)) : Json()},
                       {"site", fmt::format("{:016x}", site.id)},
                       {"file", trace::shown_path(view.file(site))},
                       {"line", site.line},
                       {"column", site.column},
                       {"function", view.function(site)}});
  }
  const bool exited = facts.ending == "exited", signalled = facts.ending == "signalled";

  out << "{\n";
  entry("format", "braid-trace");
  entry("version", TRACE_JSON_VERSION);
  entry("program", facts.program);
  entry("arguments", facts.arguments);
  entry("outcome", {{"text", facts.outcome},
                    {"ending", facts.ending},
                    {"status", exited ? Json(facts.status) : Json()},
                    {"signal", signalled ? Json(facts.signal) : Json()},
                    {"seconds", facts.seconds},
                    {"limits", facts.limits}});
  entry("output", {{"text", facts.output}, {"bytes", facts.output.size()}, {"whole", facts.output_whole}});
  entry("errors", {{"text", facts.errors}, {"bytes", facts.errors.size()}, {"whole", facts.errors_whole}});
  entry("anything_symbolic", digest.anything_symbolic);
  entry("notes", facts.notes);
  entry("problems", problems);
  entry("self_check", mismatches);
  entry("answers", answers);
  entry("input", input_json(view, digest, events.texts().names()));
  const uint64_t shadow = view.readable() ? uint64_t(view.header().shadow_bytes) : 0;
  const uint64_t table = view.readable() ? uint64_t(view.header().table_bytes) : 0;
  entry("totals", {{"nodes", view.nodes().empty() ? 0 : view.nodes().size() - 1},
                   {"events", view.events().size()},
                   {"decisions", digest.decisions.size()},
                   {"places", digest.places},
                   {"lost", digest.lost},
                   {"made_concrete", digest.made_concrete},
                   {"threads", digest.threads},
                   {"forks", digest.forks},
                   {"trace_bytes", digest.trace_bytes},
                   {"shadow_bytes", shadow},
                   {"table_bytes", table}});
  out << "  \"events\": [";
  const char *separator = "\n    ";
  for (const braid_event &event : view.events()) {
    out << separator << dumped(events.event(event));
    separator = ",\n    ";
  }
  out << (view.events().empty() ? "]\n}\n" : "\n  ]\n}\n");
}

} // namespace braid::report
