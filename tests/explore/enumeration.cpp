#include "enumeration.h"

#include "trace/names.h"

#include <fmt/format.h>
#include <stdexcept>

namespace braid::enumerate {

namespace {

constexpr size_t MOST_EXAMPLES = 20;     // of inputs that are unstable
constexpr size_t MOST_BYTES = 3;         // of input; more would take hours
constexpr uint32_t NO_SITE = UINT32_MAX; // the run ended

const char *lost_text(uint16_t reason) {
  static const char *const TEXTS[] = {
#define BRAID_LOST(name, text) text,
#include "trace/lost.def"
#undef BRAID_LOST
  };
  return reason < BRAID_LOST_KINDS ? TEXTS[reason] : "for an unknown reason";
}

std::string concrete_text(const braid_event &event) {
  switch (event.kind) {
  case BRAID_EVENT_ADDRESS:
    return event.flag ? "address written to" : "address read from";
  case BRAID_EVENT_OBJECT:
    return "object";
  case BRAID_EVENT_TARGET:
    return "target of a call or jump";
  case BRAID_EVENT_LENGTH:
    return event.aux ? "size of an allocation" : "length";
  case BRAID_EVENT_LOST:
    return std::string("lost: ") + lost_text(event.aux);
  default:
    return {};
  }
}

bool same_outcome(const target::Outcome &a, const target::Outcome &b) {
  return a.ending == b.ending && a.status == b.status && a.signal == b.signal && a.end == b.end;
}

bool same_output(const target::Outcome &a, const target::Outcome &b) {
  return a.output == b.output && a.errors == b.errors;
}

} // namespace

std::string hexadecimal(const std::vector<uint8_t> &bytes) { return fmt::format("{:02x}", fmt::join(bytes, "")); }

std::string input_text(const target::Input &input) {
  std::string text;
  for (const target::Source &source : input.sources)
    text += (text.empty() ? "" : " ") + source.name + "=" + hexadecimal(source.bytes);
  return text;
}

bool Enumeration::advance(const std::vector<uint8_t *> &bytes, size_t position) const {
  if (is_over_limit())
    return false;
  for (uint8_t *byte : bytes) {
    const unsigned values = position < values_.size() ? values_[position] : 256;
    position++;
    const unsigned next = *byte + 1U;
    *byte = static_cast<uint8_t>(next < values ? next : 0);
    if (next < values)
      return true;
  }
  return false;
}

void Enumeration::standard_input(unsigned longest) {
  if (longest > MOST_BYTES)
    throw std::runtime_error("so much input cannot be enumerated");
  for (unsigned length = 0; length <= longest; length++) {
    target::Input input = target::Input::standard_input(std::string(length, '\0'));
    target::Source &source = input.sources[0];
    source.symbolic_length = true;
    std::vector<uint8_t *> bytes(length);
    for (size_t i = 0; i < length; i++)
      bytes[i] = &source.bytes[i];
    do
      count(input, executor_.run(input));
    while (advance(bytes, 0));
  }
}

void Enumeration::marks() { extend({}); }

void Enumeration::extend(const target::Input &input) {
  const target::Outcome outcome = executor_.run(input);
  const std::vector<target::Source> more = new_sources();
  if (more.empty())
    return count(input, outcome);

  size_t position = 0;
  for (const target::Source &source : input.sources)
    position += source.bytes.size();
  target::Input longer = input;
  std::vector<uint8_t *> bytes;
  longer.sources.insert(longer.sources.end(), more.begin(), more.end());
  for (size_t i = input.sources.size(); i < longer.sources.size(); i++)
    for (uint8_t &byte : longer.sources[i].bytes) {
      byte = 0;
      bytes.push_back(&byte);
    }
  if (position + bytes.size() > MOST_BYTES)
    throw std::runtime_error("the program marks more than can be enumerated");
  do
    extend(longer);
  while (advance(bytes, position));
}

std::vector<target::Source> Enumeration::new_sources() const {
  const trace::View view(executor_.trace().bytes());
  std::vector<target::Source> found;
  for (uint32_t i = 0; i < view.sources().size(); i++) {
    const braid_source &source = view.sources()[i];
    if ((source.flags & BRAID_SOURCE_GIVEN) != 0)
      continue;
    target::Source made;
    made.kind = static_cast<target::SourceKind>(source.kind);
    made.name = view.name(i);
    made.bytes.resize(source.size);
    found.push_back(std::move(made));
  }
  return found;
}

Run Enumeration::judge(const target::Input &input, const target::Outcome &outcome, const trace::View &view,
                       const std::vector<Decision> &taken) {
  if (!view.whole())
    throw std::runtime_error("a trace is broken: " + view.problems().front().text());
  if (outcome.ending == target::Ending::STOPPED && outcome.end != BRAID_END_ASSUME)
    throw std::runtime_error(input_text(input) + ": " + outcome.text());
  return {outcome, path_key(taken), outcome.end != BRAID_END_ASSUME};
}

Run Enumeration::run(const target::Input &input) {
  const target::Outcome outcome = executor_.run(input);
  const trace::View view(executor_.trace().bytes());
  return judge(input, outcome, view, decisions(view));
}

void Enumeration::count(const target::Input &input, const target::Outcome &outcome) {
  const trace::View view(executor_.trace().bytes());
  const std::vector<Decision> taken = decisions(view);
  const Run one = judge(input, outcome, view, taken);
  figures_.inputs++;
  figures_.longest = std::max<uint64_t>(figures_.longest, taken.size());
  note_concrete(view);
  if (one.is_path) {
    follow(view, taken);
    const auto [at, is_new] = paths_.try_emplace(one.key);
    Path &path = at->second;
    if (is_new) {
      path.example = input;
      path.outcome = one.outcome;
    }
    path.outcomes[one.outcome.text()]++;
    path.same_output = path.same_output && same_output(path.outcome, one.outcome);
  } else {
    figures_.failed_assumptions++;
  }
  if (!repeat_)
    return;
  const Run again = run(input);
  if ((again.key != one.key || !same_outcome(again.outcome, one.outcome) ||
       !same_output(again.outcome, one.outcome)) &&
      figures_.unstable.size() < MOST_EXAMPLES)
    figures_.unstable.push_back(input_text(input));
}

void Enumeration::follow(const trace::View &view, const std::vector<Decision> &taken) {
  PathKey prefix;
  for (size_t i = 0; i <= taken.size(); i++) {
    const uint32_t site = i < taken.size() ? taken[i].site : NO_SITE;
    const auto [at, is_new] = next_.try_emplace(prefix, site);
    if (!is_new && at->second != site) {
      const auto where = [&](uint32_t number) {
        return number == NO_SITE ? std::string("the end") : trace::place_text(view, number);
      };
      hidden_.insert(
          fmt::format("{} or {}", where(std::min(at->second, site)), where(std::max(at->second, site))));
    }
    if (i < taken.size()) {
      prefix.add(taken[i].site_id);
      prefix.add(taken[i].choice);
    }
  }
}

void Enumeration::note_concrete(const trace::View &view) {
  std::set<std::string> seen;
  for (const braid_event &event : view.events())
    if (std::string text = concrete_text(event); !text.empty())
      seen.insert(std::move(text));
  for (const std::string &text : seen)
    figures_.made_concrete[text]++;
}

} // namespace braid::enumerate
