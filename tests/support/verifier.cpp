#include "verifier.h"

#include "target/plain_run.h"
#include "trace/check.h"
#include "trace/text.h"

#include <fmt/format.h>
#include <map>

namespace braid::verify {

namespace {

using nlohmann::json;
using trace::View;

// Enough to see what is wrong.
constexpr size_t most_problems = 10;

constexpr const char *kind_names[BRAID_EVENT_KINDS] = {"none",   "branch", "switch", "address", "lost", "assume",
                                                       "target", "length", "source", "thread",  "fork", "end",
                                                       "passed", "result", "bounds", "object"};

constexpr const char *lost_names[BRAID_LOST_KINDS] = {
#define BRAID_LOST(name, text) #name,
#include "trace/lost.def"
#undef BRAID_LOST
};

constexpr const char *end_names[BRAID_END_KINDS] = {"none",   "exit",    "quick",    "nodes", "events",
                                                    "assume", "sources", "internal", "memory"};

target::ExecutorOptions with_mode(target::ExecutorOptions options, target::Mode mode) {
  options.mode = mode;
  return options;
}

json place_of(const View &view, uint32_t number) {
  const braid_site &site = view.site(number);
  return {{"id", fmt::format("{:016x}", site.id)},
          {"file", view.file(site)},
          {"function", view.function(site)},
          {"line", site.line},
          {"column", site.column}};
}

json describe(const View &view, const trace::LabelText &text, const braid_event &event) {
  json line = place_of(view, event.site);
  line["kind"] = kind_names[event.kind];
  if (trace::has_caller(event) && event.extra)
    line["caller"] = place_of(view, event.extra);
  if (event.label && event.kind != BRAID_EVENT_END) {
    line["text"] = text.label(event.label);
    line["value"] = view.node(event.label).value;
    line["width"] = view.node(event.label).width;
  }
  switch (event.kind) {
  case BRAID_EVENT_BRANCH:
  case BRAID_EVENT_BOUNDS:
  case BRAID_EVENT_ASSUME:
    line["direction"] = event.flag ? "taken" : "not taken";
    break;
  case BRAID_EVENT_SWITCH:
    line["direction"] =
        event.extra ? "case " + text.constant(event.label, view.cases(view.site(event.site))[event.extra - 1])
                    : "default";
    break;
  case BRAID_EVENT_ADDRESS:
    line["direction"] = event.flag ? "write" : "read";
    break;
  case BRAID_EVENT_LOST:
    line["direction"] = lost_names[event.aux];
    break;
  case BRAID_EVENT_END:
    line["direction"] = end_names[event.extra];
    break;
  default:
    break;
  }
  return line;
}

void count_events(const View &view, json &line) {
  std::map<std::string, unsigned> events, lost;
  for (const braid_event &event : view.events()) {
    events[kind_names[event.kind]]++;
    if (event.kind == BRAID_EVENT_LOST)
      lost[lost_names[event.aux]]++;
  }
  line["events"] = events;
  line["lost"] = lost;
  line["nodes"] = view.nodes().empty() ? 0 : view.nodes().size() - 1;
  line["sites"] = view.sites().size();
}

// The program gets these bytes by itself only if they come from outside or are zeros, as marks are without us.
bool is_comparable(const target::Input &input) {
  for (const target::Source &source : input.sources)
    if (source.kind >= target::SourceKind::MARK)
      for (uint8_t byte : source.bytes)
        if (byte != 0)
          return false;
  return true;
}

bool is_decision(const braid_event &event) {
  return event.kind == BRAID_EVENT_BRANCH || event.kind == BRAID_EVENT_SWITCH;
}

} // namespace

Verifier::Verifier(Settings settings)
    : settings_(std::move(settings)),
      forking_(settings_.program, with_mode(settings_.options, target::Mode::FORK)),
      restarting_(settings_.program, with_mode(settings_.options, target::Mode::RESTART)),
      predicting_(settings_.program, with_mode(settings_.options, target::Mode::AUTOMATIC)),
      random_(settings_.seed) {}

void Verifier::problem(const std::string &where, const std::string &what) {
  problems_.push_back(where + ": " + what);
}

target::Outcome Verifier::run_plain(const std::filesystem::path &path, const target::Input &input) const {
  target::Program program = settings_.program;
  program.path = path;
  return target::run_plain(program, input, settings_.options.limits);
}

Recording Verifier::record(target::Executor &executor, const target::Input &input, const std::string &way) {
  target::Outcome outcome = executor.run(input);
  View view(executor.trace().bytes());
  for (const trace::Mismatch &mismatch : trace::check(view))
    problem(way, mismatch.text);
  return Recording(std::move(outcome), view);
}

void Verifier::compare_outcomes(const Case &one, const target::Outcome &expected, const target::Outcome &found,
                                const std::string &way) {
  if (!one.end.empty()) {
    if (one.end != end_names[found.end])
      problem(way, fmt::format("expected the run to be stopped because of {}, found {}", one.end, found.text()));
    return;
  }
  if (!is_comparable(one.input))
    return;
  std::string difference = difference_of_outcomes(expected, found);
  if (!difference.empty())
    problem(way, difference);
}

// Runs the program with bytes it has not seen and compares with what was predicted, and with the plain build.
bool Verifier::follow(const Case &one, const Recording &recorded, const Bytes &bytes, const Prediction &prediction,
                      const std::string &way) {
  Case other = one;
  for (size_t i = 0; i < other.input.sources.size(); i++)
    other.input.sources[i].bytes = bytes[i];
  Recording found = record(predicting_, other.input, way);
  std::string difference = difference_from_prediction(recorded.events, prediction, found.events,
                                                      found.outcome.ending == target::Ending::SIGNALLED);
  if (!difference.empty() && !prediction.uncertain)
    problem(way, difference);
  if (settings_.plain && found.outcome.ending != target::Ending::STOPPED)
    compare_outcomes(other, run_plain(*settings_.plain, other.input), found.outcome, way);
  return difference.empty();
}

void Verifier::turn_decisions(const Case &one, const Recording &recorded, json &line) {
  View view(forking_.trace().bytes());
  Predictor predictor(view);
  json turned = json::array();
  std::map<uint32_t, size_t> at_site;
  size_t unturned = 0;
  for (size_t i = 0; i < recorded.events.size() && turned.size() < settings_.turns; i++) {
    if (problems_.size() >= most_problems)
      break;
    const braid_event &event = recorded.events[i];
    if (!is_decision(event) || at_site[event.site] >= settings_.turns_at_site)
      continue;
    at_site[event.site]++;
    std::optional<Bytes> bytes = predictor.turn(i, settings_.attempts);
    if (!bytes) {
      unturned++;
      continue;
    }
    size_t before = problems_.size();
    std::string changed;
    for (size_t source = 0; source < one.input.sources.size(); source++)
      for (size_t k = 0; k < (*bytes)[source].size(); k++)
        if ((*bytes)[source][k] != one.input.sources[source].bytes[k])
          changed = fmt::format("byte {} of source {} = {:#04x}", k, source, (*bytes)[source][k]);
    const bool came = follow(
        one, recorded, *bytes, predictor.predict(*bytes),
        fmt::format("with {}, which turns event {} at {}", changed, i, trace::place_text(view, event.site)));
    json place = place_of(view, event.site);
    if (trace::has_caller(event) && event.extra)
      place["caller"] = place_of(view, event.extra);
    place["right"] = came && problems_.size() == before;
    place["change"] = changed;
    turned.push_back(place);
  }
  line["turned"] = turned;
  line["not_turned"] = unturned;
}

void Verifier::try_random_inputs(const Case &one, const Recording &recorded) {
  View view(forking_.trace().bytes());
  Predictor predictor(view);
  for (size_t i = 0; i < settings_.random_inputs && problems_.size() < most_problems; i++) {
    Bytes bytes = bytes_of(view);
    change_at_random(bytes, random_);
    follow(one, recorded, bytes, predictor.predict(bytes), fmt::format("with random input {}", i + 1));
  }
}

json Verifier::verify(const Case &one) {
  problems_.clear();
  json line = {{"input", one.name}};
  std::optional<target::Outcome> plain;
  if (settings_.plain)
    plain = run_plain(*settings_.plain, one.input);
  target::Outcome inert = run_plain(settings_.program.path, one.input);
  if (plain) {
    std::string difference = difference_of_outcomes(*plain, inert);
    if (!difference.empty())
      problem("on its own", difference);
  }
  const target::Outcome &expected = plain ? *plain : inert;

  Recording forked = record(forking_, one.input, "forked");
  compare_outcomes(one, expected, forked.outcome, "forked");
  for (const char *way : {"restarted, first run", "restarted, second run"}) {
    Recording restarted = record(restarting_, one.input, way);
    compare_outcomes(one, expected, restarted.outcome, way);
    std::string difference = difference_of_traces(forked, restarted);
    if (!difference.empty())
      problem(way, "the trace differs from that of the forked run: " + difference);
    line["restarted"] = restarted.outcome.restarted;
    line["obstacle"] = restarted.outcome.obstacle;
  }

  View view(forking_.trace().bytes());
  line["outcome"] = forked.outcome.text();
  line["status"] = forked.outcome.status;
  line["signal"] = forked.outcome.signal;
  line["end"] = end_names[forked.outcome.end];
  line["output"] = trace::printable(forked.outcome.output);
  count_events(view, line);
  if (settings_.list_events) {
    trace::LabelText text(view);
    line["list"] = json::array();
    for (const braid_event &event : view.events())
      line["list"].push_back(describe(view, text, event));
  }
  if (settings_.turns)
    turn_decisions(one, forked, line);
  if (settings_.random_inputs)
    try_random_inputs(one, forked);
  line["problems"] = problems_;
  return line;
}

} // namespace braid::verify
