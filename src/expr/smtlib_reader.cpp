#include "expr/smtlib_reader.h"

#include <algorithm>
#include <fmt/format.h>

namespace braid::expr {

using smtlib::Binding;
using smtlib::Definition;
using smtlib::Meaning;
using smtlib::Node;
using smtlib::Tree;
using smtlib::TypedTerm;
using smtlib::ValueSort;
using smtlib::Word;
using Kind = SmtlibCommand::Kind;

SmtlibReader::SmtlibReader(Store &store, std::string_view text) : store_(store), syntax_(text, words_) {
  reader_.emplace(store, syntax_, words_);
}

std::optional<SmtlibCommand> SmtlibReader::next() {
  while (!ended_ && syntax_.next(tree_)) {
    std::optional<SmtlibCommand> found;
    try {
      found = command();
    } catch (const SmtlibError &failure) {
      if (!failure.unsupported)
        throw;
      meet_obstacle(failure);
      found = SmtlibCommand{.kind = Kind::UNSUPPORTED, .text = failure.what()};
    }
    if (!found && print_success_ && !ended_)
      found = SmtlibCommand{Kind::SUCCESS};
    if (found) {
      const SmtlibError here = error(0, "");
      found->line = here.line;
      found->column = here.column;
      return found;
    }
  }
  return std::nullopt;
}

uint32_t SmtlibReader::argument(unsigned number) const {
  uint32_t node = tree_.first(0);
  for (unsigned i = 0; i < number; i++)
    node = tree_.after(node);
  return node;
}

// What each command takes, and what is expected if it is given something else.
std::optional<SmtlibCommand> SmtlibReader::command() {
  if (!tree_.is_list(0) || tree_.count(0) == 0 || !tree_.is_symbol(tree_.first(0)))
    throw error(0, "expected a command: (name ...)");
  const std::string &name = words_.name(tree_[tree_.first(0)].word);
  const size_t given = tree_.count(0) - 1;
  const auto expect = [&](bool fits, const char *expected) {
    if (!fits)
      throw error(0, fmt::format("expected {}", expected));
  };
  const auto list = [&](unsigned number) { return tree_.is_list(argument(number)); };
  const auto kind = [&](unsigned number) { return tree_[argument(number)].kind; };
  if (name == "assert") {
    expect(given == 1, "(assert term)");
    assert_term();
  } else if (name == "declare-const") {
    expect(given == 2 && tree_.is_symbol(argument(1)), "(declare-const name sort)");
    declare(argument(1), 0, argument(2));
  } else if (name == "declare-fun") {
    expect(given == 3 && tree_.is_symbol(argument(1)) && list(2), "(declare-fun name (sort ...) sort)");
    declare(argument(1), argument(2), argument(3));
  } else if (name == "define-fun" || name == "define-fun-rec") {
    expect(given == 4 && tree_.is_symbol(argument(1)) && list(2), "(define-fun name ((name sort) ...) sort term)");
    if (name == "define-fun-rec")
      bind_unsupported(free_name(argument(1)), error(0, "not supported: recursive functions", true));
    else
      define(argument(1), argument(2), argument(3), argument(4));
  } else if (name == "define-const") {
    expect(given == 3 && tree_.is_symbol(argument(1)), "(define-const name sort term)");
    define(argument(1), 0, argument(2), argument(3));
  } else if (name == "define-sort") {
    expect(given == 3 && tree_.is_symbol(argument(1)) && list(2), "(define-sort name (name ...) sort)");
    define_sort();
  } else if (name == "declare-sort") {
    expect(given >= 1 && tree_.is_symbol(argument(1)), "(declare-sort name numeral)");
    bind_unsupported(free_name(argument(1)),
                     error(0, fmt::format("not supported: the declared sort {}", shown(argument(1))), true));
  } else if (name == "check-sat") {
    expect(given == 0, "(check-sat)");
    check({});
    return SmtlibCommand{Kind::CHECK};
  } else if (name == "check-sat-assuming") {
    expect(given == 1 && list(1), "(check-sat-assuming (term ...))");
    std::vector<uint32_t> assumptions;
    const uint32_t all = argument(1);
    for (uint32_t i = tree_.first(all); i != tree_.end(all); i = tree_.after(i))
      assumptions.push_back(i);
    check(assumptions);
    return SmtlibCommand{Kind::CHECK};
  } else if (name == "push" || name == "pop") {
    expect(given == 0 || (given == 1 && kind(1) == Node::Kind::NUMERAL), "(push numeral) or (pop numeral)");
    const uint32_t count = given == 0 ? 1 : reader().numeral(tree_, argument(1), "a number of levels");
    constexpr uint32_t MOST_LEVELS = 1'000'000;
    if (name == "push" && count > MOST_LEVELS)
      throw error(argument(1), fmt::format("not supported: {} levels at once", count), true);
    if (name == "pop" && count > levels_.size())
      throw error(0, fmt::format("(pop {}) with {} levels", count, levels_.size()));
    for (uint32_t i = 0; i < count; i++)
      name == "push" ? push() : pop();
  } else if (name == "get-value") {
    expect(given == 1 && list(1) && tree_.count(argument(1)) != 0, "(get-value (term ...))");
    try {
      return SmtlibCommand{.kind = Kind::GET_VALUE, .terms = terms(argument(1))};
    } catch (const SmtlibError &failure) {
      if (!failure.unsupported)
        throw;
      return SmtlibCommand{.kind = Kind::UNSUPPORTED, .text = failure.what()};
    }
  } else if (name == "get-model") {
    return SmtlibCommand{Kind::GET_MODEL};
  } else if (name == "get-unsat-core") {
    return SmtlibCommand{Kind::GET_CORE};
  } else if (name == "get-unsat-assumptions") {
    return SmtlibCommand{Kind::GET_UNSAT_ASSUMPTIONS};
  } else if (name == "get-info" || name == "get-option") {
    expect(given == 1 && kind(1) == Node::Kind::KEYWORD, "(get-info :keyword)");
    return SmtlibCommand{.kind = name == "get-info" ? Kind::GET_INFO : Kind::GET_OPTION,
                         .text = shown(argument(1))};
  } else if (name == "echo") {
    expect(given == 1 && kind(1) == Node::Kind::STRING, "(echo \"text\")");
    return SmtlibCommand{.kind = Kind::ECHO, .text = syntax_.string(tree_[argument(1)])};
  } else if (name == "set-option") {
    expect(given >= 1 && kind(1) == Node::Kind::KEYWORD, "(set-option :keyword value)");
    set_option();
  } else if (name == "set-logic") {
    expect(given == 1 && tree_.is_symbol(argument(1)), "(set-logic name)");
  } else if (name == "set-info") {
    expect(given >= 1 && kind(1) == Node::Kind::KEYWORD, "(set-info :keyword value)");
    if (given == 2 && shown(argument(1)) == ":status")
      status_ = shown(argument(2));
  } else if (name == "reset" || name == "reset-assertions") {
    expect(given == 0, "(reset) or (reset-assertions)");
    reset(name == "reset");
  } else if (name == "exit") {
    ended_ = true;
  } else {
    static constexpr const char *OTHERS[] = {
        "get-assertions",      "get-assignment",  "get-proof",       "simplify",   "eval",     "declare-datatype",
        "declare-datatypes",   "define-funs-rec", "check-sat-using", "minimize",   "maximize", "get-objectives",
        "declare-codatatypes", "apply",           "display",         "assert-soft"};
    if (std::find(std::begin(OTHERS), std::end(OTHERS), name) == std::end(OTHERS))
      throw error(0, fmt::format("there is no command {}", name));
    const SmtlibError here = error(0, fmt::format("not supported: the command {}", name), true);
    // Some of them change what (check-sat) is about.
    if (!name.starts_with("get-") && name != "simplify" && name != "eval")
      meet_obstacle(here);
    return SmtlibCommand{.kind = Kind::UNSUPPORTED, .text = here.what()};
  }
  return std::nullopt;
}

Word SmtlibReader::free_name(uint32_t node) {
  const Word word = tree_[node].word;
  const std::string &name = words_.name(word);
  if (reader().binding(word).kind != Binding::Kind::NOTHING)
    throw error(node, fmt::format("{} is declared already", name));
  if (smtlib::Functions::knows(name) || name == "true" || name == "false" || name == "let" || name == "!" ||
      name == "_")
    throw error(node, fmt::format("{} is a name of SMT-LIB itself", name));
  return word;
}

void SmtlibReader::bind_unsupported(Word word, const SmtlibError &failure) {
  reader().bind(word, {Binding::Kind::UNSUPPORTED, {}, {}, {}, failure.what()});
}

void SmtlibReader::declare(uint32_t name, uint32_t parameters, uint32_t sort) {
  // What --dump-queries declares: the function that it names, whatever the sorts; they are checked at each use.
  if (parameters != 0 && tree_.count(parameters) != 0 &&
      smtlib::Functions::is_of_library(words_.name(tree_[name].word)))
    return;
  const Word word = free_name(name);
  const std::string &text = words_.name(word);
  try {
    if (parameters != 0 && tree_.count(parameters) != 0)
      throw error(0, fmt::format("not supported: the uninterpreted function {}", text), true);
    const ValueSort found = reader().sort(tree_, sort);
    if (found.meaning == Meaning::ROUNDING)
      throw error(0, fmt::format("not supported: {} as a variable rounding mode", text), true);
    Expr symbol = 0;
    if (const auto known = symbols_.find(text); known != symbols_.end())
      if (const braid_node &node = store_[known->second];
          node.width == found.width && node.index_width == found.index_width)
        symbol = known->second;
    if (symbol == 0)
      symbol = reader().functions().fresh_symbol(text, found.width, found.index_width);
    const TypedTerm term{symbol, found};
    reader().bind(word, {Binding::Kind::TERM, term, {}, {}, {}});
    declared_.push_back({text, term});
  } catch (const SmtlibError &failure) {
    if (!failure.unsupported)
      throw;
    bind_unsupported(word, failure);
  }
}

void SmtlibReader::define(uint32_t name, uint32_t parameters, uint32_t sort, uint32_t body) {
  const Word word = free_name(name);
  try {
    const ValueSort result = reader().sort(tree_, sort);
    if (parameters == 0 || tree_.count(parameters) == 0) {
      const TypedTerm term = reader().term(tree_, body);
      if (term.sort != result)
        throw error(body, fmt::format("the body is {}, expected {}", term.sort.text(), result.text()));
      reader().bind(word, {Binding::Kind::TERM, term, {}, {}, {}});
      return;
    }
    const auto definition = std::make_shared<Definition>();
    definition->sort = result;
    definition->body = body;
    std::vector<TypedTerm> samples; // with which the body is tried at once, so that mistakes show here
    for (uint32_t i = tree_.first(parameters); i != tree_.end(parameters); i = tree_.after(i)) {
      if (!tree_.is_list(i) || tree_.count(i) != 2 || !tree_.is_symbol(tree_.first(i)))
        throw error(i, "expected (name sort)");
      const ValueSort found = reader().sort(tree_, tree_.after(tree_.first(i)));
      definition->parameters.emplace_back(tree_[tree_.first(i)].word, found);
      const bool is_array = found.meaning == Meaning::ARRAY;
      const Expr sample = found.meaning == Meaning::ROUNDING ? 0
                          : is_array                         ? store_.table({}, found.width, found.index_width)
                                                             : store_.constant(0, found.width);
      samples.push_back({sample, found});
    }
    definition->tree = std::make_shared<Tree>(tree_);
    reader().body(definition, samples);
    reader().bind(word, {Binding::Kind::FUNCTION, {}, definition, {}, {}});
  } catch (const SmtlibError &failure) {
    if (!failure.unsupported)
      throw;
    bind_unsupported(word, failure);
  }
}

void SmtlibReader::define_sort() {
  const Word word = free_name(argument(1));
  const uint32_t parameters = argument(2);
  for (uint32_t i = tree_.first(parameters); i != tree_.end(parameters); i = tree_.after(i))
    if (!tree_.is_symbol(i))
      throw error(i, "expected the name of a parameter");
  reader().bind(word, {Binding::Kind::SORT, {}, {}, std::make_shared<Tree>(tree_), {}});
}

// Names given inside of what is not supported are not supported either, rather than unknown.
void SmtlibReader::bind_names_unsupported(const SmtlibError &failure) {
  for (uint32_t i = 0; i + 1 < tree_.nodes.size(); i++)
    if (tree_[i].kind == Node::Kind::KEYWORD && words_.name(tree_[i].word) == ":named" && tree_.is_symbol(i + 1) &&
        reader().binding(tree_[i + 1].word).kind == Binding::Kind::NOTHING)
      bind_unsupported(tree_[i + 1].word, failure);
}

void SmtlibReader::assert_term() {
  const uint32_t node = argument(1);
  try {
    const TypedTerm term = reader().term(tree_, node);
    if (term.sort != ValueSort::boolean())
      throw error(node, fmt::format("the assertion is {}, expected Bool", term.sort.text()));
    const bool annotated = tree_.is_list(node) && tree_[tree_.first(node)].word == words_.word("!");
    const auto named = reader().take_named(); // the outermost last
    std::string name = annotated && !named.empty() ? words_.name(named.back().first) : std::string();
    asserted_.push_back({term.e, std::move(name)});
  } catch (const SmtlibError &failure) {
    if (!failure.unsupported)
      throw;
    bind_names_unsupported(failure);
    meet_obstacle(failure);
  }
}

void SmtlibReader::meet_obstacle(const SmtlibError &failure) {
  if (obstacle_.empty())
    obstacle_ = fmt::format("{}:{}: {}", failure.line, failure.column, failure.what());
}

void SmtlibReader::check(std::span<const uint32_t> assumptions) {
  constraints_.clear();
  names_.clear();
  checked_obstacle_ = obstacle_;
  checked_status_ = std::exchange(status_, {}); // it is about one question
  const auto add = [&](Expr e, std::string name) {
    constraints_.push_back(e);
    names_.push_back(std::move(name));
  };
  for (const Asserted &assertion : asserted_)
    add(assertion.e, assertion.name);
  first_assumption_ = constraints_.size();
  for (const uint32_t node : assumptions) {
    try {
      const TypedTerm term = reader().term(tree_, node);
      if (term.sort != ValueSort::boolean())
        throw error(node, fmt::format("the assumption is {}, expected Bool", term.sort.text()));
      add(term.e, shown(node));
    } catch (const SmtlibError &failure) {
      if (!failure.unsupported)
        throw;
      checked_obstacle_ = fmt::format("{}:{}: {}", failure.line, failure.column, failure.what());
    }
  }
  last_assumption_ = constraints_.size();
  for (const Expr condition : reader().functions().conditions())
    add(condition, {});
}

std::vector<SmtlibCommand::Term> SmtlibReader::terms(uint32_t list) {
  std::vector<SmtlibCommand::Term> all;
  for (uint32_t i = tree_.first(list); i != tree_.end(list); i = tree_.after(i)) {
    const TypedTerm term = reader().term(tree_, i);
    if (term.sort.meaning == Meaning::ROUNDING || term.sort.meaning == Meaning::REAL)
      throw error(i, fmt::format("not supported: the value of a {}", term.sort.text()), true);
    all.push_back({term, shown(i)});
  }
  return all;
}

void SmtlibReader::push() { levels_.push_back({reader().mark(), asserted_.size(), declared_.size(), obstacle_}); }

void SmtlibReader::pop() {
  Level &level = levels_.back();
  reader().restore(level.bindings);
  asserted_.resize(level.assertions);
  for (size_t i = level.declared; i < declared_.size(); i++)
    symbols_[declared_[i].name] = declared_[i].term.e;
  declared_.resize(level.declared);
  obstacle_ = std::move(level.obstacle);
  levels_.pop_back();
}

// Declarations go with the assertions: :global-declarations is off.
void SmtlibReader::reset(bool options) {
  while (!levels_.empty())
    pop();
  push();
  levels_.back() = {0, 0, 0, {}};
  pop();
  if (options)
    print_success_ = false;
}

void SmtlibReader::set_option() {
  const std::string option = shown(argument(1));
  const std::string value = tree_.count(0) > 2 ? shown(argument(2)) : std::string();
  if (option == ":print-success")
    print_success_ = value == "true";
  if (option == ":global-declarations" && value == "true")
    throw error(0, "not supported: declarations that survive (pop)", true);
}

} // namespace braid::expr
