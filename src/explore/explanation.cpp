#include "explore/explanation.h"

#include "explore/byte_values.h"
#include "explore/lift.h"
#include "explore/random.h"
#include "expr/text.h"
#include "solver/chain.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace braid::explore {

namespace {

constexpr std::chrono::milliseconds QUERY{100};
constexpr unsigned SAMPLES = 12;      // inputs made at random that have to do the same
constexpr unsigned MOST_RETURNS = 16; // constraints that come back because one of them did not
constexpr size_t MOST_PARTS = 512;    // constraints that are looked at one by one
constexpr size_t LONGEST_TEXT = 160;

// A constraint of the path.
struct Part {
  Expr condition;
  uint32_t step; // that it is of
  bool is_kept = true;
  bool follows = false;   // from the others
  bool is_needed = false; // an input was run without it, and did something else
};

// A variable, or what a function returns, has one name for all its bytes.
class InputLeaves : public expr::StoreLeaves {
public:
  InputLeaves(const expr::Store &store, const std::map<std::string, size_t> &variables)
      : StoreLeaves(store), variables_(variables) {}

  using StoreLeaves::name;
  std::string name(const expr::Bytes &bytes) const override {
    const std::string text = StoreLeaves::name(bytes);
    const auto variable = variables_.find(text.substr(0, text.rfind('[')));
    const bool is_whole = variable != variables_.end() && bytes.first == 0 && bytes.count == variable->second;
    return is_whole ? variable->first : text;
  }
  bool is_variable(const expr::Bytes &bytes) const override {
    return variables_.contains(name(bytes)) || StoreLeaves::is_variable(bytes);
  }

private:
  const std::map<std::string, size_t> &variables_; // their sizes
};

class Explainer {
public:
  Explainer(Runs &runs, SiteTable &sites, Concretise policy, const Limits &limits, const target::Input &input,
            const Happening &happening)
      : runs_(runs), sites_(sites), limits_(limits), input_(input), happening_(happening), symbols_(store_),
        lift_(store_, symbols_, sites, policy), solver_(store_), evaluator_(store_) {}

  std::optional<Explanation> explain() {
    const target::Outcome outcome = runs_.run(input_);
    if (outcome.ending == target::Ending::INTERRUPTED)
      return std::nullopt;
    const trace::View view = runs_.trace();
    lift_.read(view);
    if (lift_.path().constraints.empty() || lift_.sources().size() < input_.sources.size())
      return std::nullopt;
    find_own_values(view);
    cut();
    if (parts_.size() <= MOST_PARTS && !leave_out())
      keep_what_was_tried();
    const expr::TextPrinter printer(store_.nodes(), leaves_, {LONGEST_TEXT, 10'000});
    Explanation made;
    made.alike = alike_;
    made.conditions = conditions(printer);
    made.turns = turns(printer);
    return made;
  }

private:
  void find_own_values(const trace::View &view) {
    std::vector<std::span<const uint8_t>> contents;
    for (uint32_t i = 0; i < view.sources().size(); i++)
      contents.push_back(view.data(i));
    for (size_t i = 0; i < input_.sources.size(); i++) {
      const target::Source &source = input_.sources[i];
      contents[i] = source.bytes;
      if (source.kind == target::SourceKind::MARK || source.kind == target::SourceKind::CALL)
        variables_[symbols_.source_name(lift_.sources()[i])] = source.bytes.size();
      if (const Expr length = symbols_.known_size(lift_.sources()[i]))
        always_.push_back(
            store_.compare(BRAID_OP_ULE, length, store_.constant(longest(source), store_.width(length))));
    }
    own_ = symbols_.assignment(lift_.sources(), contents);
  }

  uint64_t longest(const target::Source &source) const {
    return std::max<uint64_t>(limits_.longest(source), source.bytes.size());
  }

  // What lies behind the place has nothing to do with it.
  void cut() {
    const Path &path = lift_.path();
    size_t steps = path.steps.size();
    Expr wrong = 0;
    const auto check = std::find_if(path.checks.begin(), path.checks.end(), [&](const Check &each) {
      return each.happened && happening_.is_at(sites_[each.place()]);
    });
    const auto is_there = [&](const Step &step) { return happening_.is_at(sites_[step.place()]); };
    const auto left = std::find_if(path.steps.begin(), path.steps.end(), [&](const Step &step) {
      return step.event_kind == BRAID_EVENT_BOUNDS && step.choice == 0 && is_there(step);
    });
    const auto last = std::find_if(path.steps.rbegin(), path.steps.rend(), is_there);
    if (check != path.checks.end()) {
      steps = check->steps;
      wrong = check->condition != 0 && !store_.is_constant(check->condition) ? check->condition : 0;
    } else if (left != path.steps.end()) {
      steps = size_t(left - path.steps.begin()) + 1;
    } else if (last != path.steps.rend()) {
      steps = size_t(path.steps.rend() - last);
    } else {
      is_cut_ = false; // it is somewhere on the path
    }
    uint32_t constraint = 0;
    for (uint32_t i = 0; i < steps; i++)
      for (; constraint < path.steps[i].constraints; constraint++)
        parts_.push_back({path.constraints[constraint], i});
    if (wrong != 0)
      parts_.push_back({wrong, uint32_t(steps == 0 ? 0 : steps - 1)});
    steps_ = steps;
  }

  std::vector<Expr> kept(size_t without = SIZE_MAX) const {
    std::vector<Expr> all = always_;
    for (size_t i = 0; i < parts_.size(); i++)
      if (i != without && parts_[i].is_kept)
        all.push_back(parts_[i].condition);
    return all;
  }

  target::Input input_of(const expr::Assignment &model) const {
    target::Input made = input_;
    for (size_t i = 0; i < made.sources.size(); i++)
      symbols_.apply(model, lift_.sources()[i], longest(made.sources[i]), made.sources[i].bytes);
    return made;
  }

  // False if the budget ended before it was sure that what is left is enough.
  bool leave_out() {
    for (size_t i = parts_.size(); i-- != 0;) {
      Part &part = parts_[i];
      std::vector<Expr> others = kept(i);
      others.push_back(store_.inverted(part.condition));
      solver::Query query{others, &own_, true};
      query.deadline = solver::Clock::now() + QUERY;
      const solver::Answer answer = solver_.solve(query);
      if (answer.verdict == solver::Verdict::UNSATISFIABLE) {
        part.is_kept = false;
        part.follows = true;
      } else if (answer.verdict == solver::Verdict::SATISFIABLE) {
        const std::optional<bool> same = happening_.does_the_same(input_of(answer.model));
        if (!same)
          return false;
        part.is_kept = !*same;
        part.is_needed = !*same;
      }
    }
    return is_enough();
  }

  bool is_enough() {
    Random random(1);
    std::set<std::vector<std::vector<uint8_t>>> seen{contents_of(input_)};
    unsigned returns = 0;
    for (unsigned i = 0; i < SAMPLES; i++) {
      expr::Assignment values;
      const target::Input sample = another(random, i % 2 != 0, values);
      if (!seen.insert(contents_of(sample)).second)
        continue;
      const std::optional<bool> same = happening_.does_the_same(sample);
      if (!same)
        return false;
      if (*same) {
        alike_++;
        continue;
      }
      if (++returns > MOST_RETURNS || !take_back(values))
        return false;
      alike_ = 0;
      i = 0;
    }
    return true;
  }

  static std::vector<std::vector<uint8_t>> contents_of(const target::Input &input) {
    std::vector<std::vector<uint8_t>> all;
    all.reserve(input.sources.size());
    for (const target::Source &source : input.sources)
      all.push_back(source.bytes);
    return all;
  }

  // The first constraint that was left out and does not hold of these.
  bool take_back(const expr::Assignment &values) {
    evaluator_.assign(values);
    Part *first = nullptr;
    size_t violated = 0;
    for (Part &part : parts_)
      if (!part.is_kept && !evaluator_.holds(part.condition)) {
        violated++;
        first = first == nullptr ? &part : first;
      }
    if (first == nullptr)
      return false;
    first->is_kept = true;
    first->follows = false;
    first->is_needed = violated == 1;
    return true;
  }

  void keep_what_was_tried() {
    alike_ = 0;
    for (Part &part : parts_)
      part.is_kept = !part.follows;
  }

  // Every other sample is made of bytes that are in the input already: what the program compares with is often
  // among them.
  uint8_t any_byte(Random &random, uint8_t own, bool from_input) const {
    const std::vector<uint8_t> &bytes = input_.sources[random.below(input_.sources.size())].bytes;
    if (from_input && !bytes.empty() && random.below(4) != 0)
      return bytes[random.below(bytes.size())];
    switch (random.below(5)) {
    case 0:
      return uint8_t(0x20 + random.below(0x5f));
    case 1:
      return random.below(2) == 0 ? 0 : 0xff;
    case 2: // where few values are possible, they are often neighbours
      return uint8_t(own - 2 + random.below(5));
    default:
      return uint8_t(random.below(256));
    }
  }

  // An input that satisfies what is kept, and its values.
  target::Input another(Random &random, bool from_input, expr::Assignment &values) {
    std::unordered_map<Symbol, std::vector<Expr>> conditions;
    for (const Expr condition : kept())
      for (const Symbol symbol : store_.support(condition))
        conditions[symbol].push_back(condition);
    target::Input made = input_;
    values = own_;
    const auto holds = [&](Symbol symbol) {
      evaluator_.assign(values);
      const std::vector<Expr> &all = conditions[symbol];
      return std::all_of(all.begin(), all.end(), [&](Expr each) { return evaluator_.holds(each); });
    };
    const auto change = [&](Expr leaf, expr::Value value) {
      const Symbol symbol = store_.symbol_of(leaf);
      const expr::Value before = values[symbol];
      values.set(symbol, value);
      if (!conditions.contains(symbol) || holds(symbol))
        return true;
      values.set(symbol, before);
      return false;
    };
    for (size_t i = 0; i < made.sources.size(); i++) {
      target::Source &source = made.sources[i];
      if (!source.symbolic)
        continue;
      const uint32_t number = lift_.sources()[i];
      const std::span<const Expr> known = symbols_.bytes(number);
      size_t least = 0; // bytes that conditions speak of are there
      for (size_t offset = 0; offset < known.size(); offset++)
        if (known[offset] != 0 && conditions.contains(store_.symbol_of(known[offset])))
          least = offset + 1;
      if (source.symbolic_length && random.below(2) == 0) {
        const uint64_t most = std::min<uint64_t>(longest(source), source.bytes.size() + 3);
        const uint64_t length = least <= most ? least + random.below(most - least + 1) : source.bytes.size();
        const Expr size = symbols_.known_size(number);
        if (size == 0 || change(size, length))
          source.bytes.resize(length);
      }
      for (size_t offset = 0; offset < source.bytes.size(); offset++) {
        constexpr unsigned ATTEMPTS = 8;
        const Expr leaf = offset < known.size() ? known[offset] : 0;
        for (unsigned attempt = 0; attempt < ATTEMPTS; attempt++)
          if (const uint8_t byte = any_byte(random, source.bytes[offset], from_input);
              leaf == 0 || change(leaf, byte)) {
            source.bytes[offset] = byte;
            break;
          }
      }
    }
    return made;
  }

  // --- telling ---

  // What is told of some bytes together.
  struct Group {
    std::vector<Expr> conditions;
    bool is_needed = true;
  };

  // Bytes of which each is spoken of alone are told by their values; all else as it stands.
  std::vector<Explanation::Condition> conditions(const expr::TextPrinter &printer) {
    std::map<std::pair<uint32_t, uint32_t>, Group> single; // by source and offset
    std::set<std::pair<uint32_t, uint32_t>> joined;
    for (const Part &part : parts_)
      if (part.is_kept && store_.support(part.condition).size() > 1)
        for (const Symbol symbol : store_.support(part.condition))
          if (const auto place = symbols_.place(symbol))
            joined.insert({place->source, place->offset});
    std::vector<Explanation::Condition> made;
    std::map<uint32_t, uint32_t> last; // byte that something is said of, by source
    std::vector<const Part *> sizes;
    for (const Part &part : parts_) {
      if (!part.is_kept)
        continue;
      const std::span<const Symbol> support = store_.support(part.condition);
      std::optional<InputSymbols::Place> first;
      uint32_t low = UINT32_MAX, high = 0;
      for (const Symbol symbol : support)
        if (const auto place = symbols_.place(symbol); place && (!first || place->source == first->source)) {
          if (!first || first->is_size())
            first = place;
          if (place->is_size())
            continue;
          low = std::min(low, place->offset);
          high = std::max(high, place->offset);
          last[place->source] = std::max(last[place->source], place->offset + 1);
        }
      if (!first)
        continue;
      if (support.size() == 1 && first->is_size()) {
        sizes.push_back(&part);
      } else if (support.size() == 1 && !joined.contains({first->source, first->offset})) {
        Group &group = single[{first->source, first->offset}];
        group.conditions.push_back(part.condition);
        group.is_needed = group.is_needed && part.is_needed;
      } else {
        made.push_back({symbols_.source_name(first->source), low == UINT32_MAX ? 0 : low, high,
                        printer.text(part.condition), part.is_needed});
      }
    }
    add_single(single, made);
    std::sort(made.begin(), made.end(), [](const auto &left, const auto &right) {
      return std::tie(left.source, left.first, left.last, left.text) <
             std::tie(right.source, right.first, right.last, right.text);
    });
    for (const Part *part : sizes)
      add_size(*part, last, printer, made);
    return made;
  }

  void add_single(const std::map<std::pair<uint32_t, uint32_t>, Group> &single,
                  std::vector<Explanation::Condition> &made) {
    for (auto next = single.begin(); next != single.end();) {
      const uint32_t source = next->first.first;
      const bool is_needed = next->second.is_needed;
      std::vector<std::pair<uint32_t, ByteValues>> bytes;
      for (; next != single.end() && next->first.first == source && next->second.is_needed == is_needed; next++)
        bytes.emplace_back(next->first.second, values_of(source, next->first.second, next->second.conditions));
      for (ByteRun &run : byte_runs(symbols_.source_name(source), bytes))
        made.push_back({symbols_.source_name(source), run.first, run.last, std::move(run.text), is_needed});
    }
  }

  ByteValues values_of(uint32_t source, uint32_t offset, const std::vector<Expr> &conditions) {
    ByteValues values;
    expr::Assignment tried = own_;
    const Symbol symbol = store_.symbol_of(symbols_.byte(source, offset));
    for (unsigned value = 0; value < values.size(); value++) {
      tried.set(symbol, value);
      evaluator_.assign(tried);
      values[value] =
          std::all_of(conditions.begin(), conditions.end(), [&](Expr each) { return evaluator_.holds(each); });
    }
    return values;
  }

  // Where something is said of a byte, it goes without saying that it is there.
  void add_size(const Part &part, const std::map<uint32_t, uint32_t> &last, const expr::TextPrinter &printer,
                std::vector<Explanation::Condition> &made) {
    const Symbol symbol = store_.support(part.condition).front();
    const uint32_t source = symbols_.place(symbol)->source;
    const auto bytes = last.find(source);
    const uint64_t least = bytes == last.end() ? 0 : bytes->second;
    const size_t number =
        size_t(std::find(lift_.sources().begin(), lift_.sources().end(), source) - lift_.sources().begin());
    const uint64_t most = number < input_.sources.size() ? longest(input_.sources[number]) : least;
    expr::Assignment tried = own_;
    for (uint64_t size = least; size <= most; size++) {
      tried.set(symbol, size);
      evaluator_.assign(tried);
      if (!evaluator_.holds(part.condition)) {
        made.push_back({symbols_.source_name(source), 0,
                        uint32_t(std::max<size_t>(1, input_.sources[number].bytes.size()) - 1),
                        printer.text(part.condition), part.is_needed});
        return;
      }
    }
  }

  // Values that were made concrete are decisions for the engine, not for people.
  std::vector<Explanation::Turn> turns(const expr::TextPrinter &printer) {
    size_t steps = steps_;
    if (!is_cut_ && std::any_of(parts_.begin(), parts_.end(), [](const Part &part) { return part.is_needed; })) {
      steps = 0;
      for (const Part &part : parts_)
        if (part.is_needed)
          steps = part.step + 1;
    }
    std::vector<Explanation::Turn> made;
    std::map<std::tuple<Site, Site, uint64_t>, size_t> known;
    const Path &path = lift_.path();
    for (size_t i = 0; i < steps; i++) {
      const Step &step = path.steps[i];
      if (step.kind == StepKind::VALUE)
        continue;
      const auto [found, is_new] = known.try_emplace({step.site, step.caller, step.choice}, made.size());
      if (!is_new) {
        made[found->second].times++;
        continue;
      }
      const bool is_switch = step.kind == StepKind::SWITCH;
      std::string condition;
      for (size_t each = i == 0 ? 0 : path.steps[i - 1].constraints; is_switch && each < step.constraints; each++)
        condition += (condition.empty() ? "" : " && ") + printer.text(path.constraints[each]);
      made.push_back({step.place(), is_switch ? std::move(condition) : printer.text(step.expression),
                      is_switch || step.choice != 0, 1});
    }
    return made;
  }

  Runs &runs_;
  SiteTable &sites_;
  const Limits &limits_;
  const target::Input &input_;
  const Happening &happening_;
  expr::Store store_;
  InputSymbols symbols_;
  Lift lift_;
  solver::Solver solver_;
  expr::Evaluator evaluator_;
  std::map<std::string, size_t> variables_; // of the input, with their sizes
  InputLeaves leaves_{store_, variables_};
  expr::Assignment own_;
  std::vector<Expr> always_; // what holds of all inputs
  std::vector<Part> parts_;  // in the order of the path
  size_t steps_ = 0;         // of the path up to the place
  bool is_cut_ = true;       // the place was found
  uint32_t alike_ = 0;
};

} // namespace

std::optional<Explanation> explain(Runs &runs, SiteTable &sites, Concretise policy, const Limits &limits,
                                   const target::Input &input, const Happening &happening) {
  return Explainer(runs, sites, policy, limits, input, happening).explain();
}

} // namespace braid::explore
