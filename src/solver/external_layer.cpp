#include "solver/external_layer.h"

#include "expr/smtlib.h"
#include "expr/smtlib_syntax.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <mutex>
#include <set>

namespace braid::solver {

namespace {

using expr::SmtlibParts;
using expr::smtlib::Node;
using expr::smtlib::Syntax;
using expr::smtlib::Tree;
using expr::smtlib::Words;
using Outcome = SmtProcess::Outcome;

// #x2a, #b101, (_ bv42 8), true
std::optional<Value> value_of(const Tree &tree, uint32_t node, const Syntax &syntax) {
  std::string_view text = syntax.text(tree[node]);
  unsigned base = 10;
  if (tree[node].kind == Node::Kind::HEXADECIMAL || tree[node].kind == Node::Kind::BINARY) {
    base = tree[node].kind == Node::Kind::BINARY ? 2 : 16;
  } else if (tree.is_list(node) && tree.count(node) == 3) {
    text = syntax.text(tree[tree.after(tree.first(node))]);
    if (!text.starts_with("bv"))
      return std::nullopt;
  } else if (text == "true" || text == "false") {
    return text == "true" ? 1 : 0;
  } else {
    return std::nullopt;
  }
  Value value = 0;
  for (const char digit : text.substr(2)) {
    const unsigned number = unsigned(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
    if (number >= base)
      return std::nullopt;
    value = value * base + number;
  }
  return value;
}

// The values in ((term value) ...), in the order of the terms; nothing if it is not that.
std::optional<std::vector<Value>> values_of(const std::string &answer, size_t expected) {
  Words words;
  Syntax syntax(answer, words);
  Tree tree;
  std::vector<Value> values;
  try {
    if (!syntax.next(tree) || !tree.is_list(0))
      return std::nullopt;
    for (uint32_t pair = tree.first(0); pair != tree.end(0); pair = tree.after(pair)) {
      if (!tree.is_list(pair) || tree.count(pair) != 2)
        return std::nullopt;
      const std::optional<Value> value = value_of(tree, tree.after(tree.first(pair)), syntax);
      if (!value)
        return std::nullopt;
      values.push_back(*value);
    }
  } catch (const expr::SmtlibError &) {
    return std::nullopt;
  }
  return values.size() == expected ? std::optional(std::move(values)) : std::nullopt;
}

// The positions in (name name ...); nothing if it is not that.
std::optional<std::vector<uint32_t>> core_of(const std::string &answer, size_t constraints) {
  Words words;
  Syntax syntax(answer, words);
  Tree tree;
  const std::string prefix = expr::assertion_name(0).substr(0, expr::assertion_name(0).size() - 1);
  std::vector<uint32_t> core;
  try {
    if (!syntax.next(tree) || !tree.is_list(0))
      return std::nullopt;
    for (uint32_t i = tree.first(0); i != tree.end(0); i = tree.after(i)) {
      const std::string &name = words.name(tree[i].word);
      uint32_t position = 0;
      if (!name.starts_with(prefix) ||
          std::from_chars(name.data() + prefix.size(), name.data() + name.size(), position).ptr !=
              name.data() + name.size() ||
          position >= constraints)
        return std::nullopt;
      core.push_back(position);
    }
  } catch (const expr::SmtlibError &) {
    return std::nullopt;
  }
  std::sort(core.begin(), core.end());
  core.erase(std::unique(core.begin(), core.end()), core.end());
  return core;
}

// The name of a layer must outlive it.
std::string_view layer_name(const std::string &command) {
  static std::mutex mutex;
  static std::set<std::string, std::less<>> names;
  const std::string program = command.substr(0, command.find(' '));
  const std::lock_guard lock(mutex);
  return *names.insert(program.substr(program.rfind('/') + 1)).first; // npos + 1 is 0
}

} // namespace

ExternalLayer::ExternalLayer(Session &session, const ExternalOptions &options)
    : Layer(session, layer_name(options.command), nullptr), options_(options),
      process_(options.command, options.memory_limit, session.interrupted) {}

Answer ExternalLayer::failure(Outcome outcome) {
  switch (outcome) {
  case Outcome::TIME:
    return Answer::unknown(Reason::TIME);
  case Outcome::INTERRUPTED:
    return Answer::unknown(Reason::INTERRUPTED);
  case Outcome::MEMORY:
    return Answer::unknown(Reason::MEMORY, process_.problem());
  default:
    return Answer::unknown(Reason::SOLVER, process_.problem());
  }
}

// What comes after an answer that was not understood cannot be trusted either.
Answer ExternalLayer::nonsense(const std::string &what, const std::string &answer) {
  process_.stop();
  const bool memory = answer.find("out of memory") != std::string::npos;
  return Answer::unknown(memory ? Reason::MEMORY : Reason::SOLVER,
                         fmt::format("{} answers {} with {}", process_.name(), what, answer.substr(0, 200)));
}

std::string ExternalLayer::check_command() const {
  if (is_z3() && logic_ == "QF_BV")
    return "(check-sat-using (or-else (try-for (then simplify solve-eqs smt) 200) qfbv))\n";
  return "(check-sat)\n";
}

// Brings the process into the logic, and to a state without assertions.
bool ExternalLayer::prepare(const std::string &logic, std::string &commands) {
  const bool running = process_.is_running();
  if (running && logic == logic_) {
    if (open_)
      commands += "(pop 1)\n";
    return true;
  }
  if (running && is_z3())
    commands += "(reset)\n";
  else if (!process_.start())
    return false;
  logic_ = logic;
  commands += "(set-option :print-success false)\n(set-option :produce-models true)\n";
  if (options_.cores)
    commands += "(set-option :produce-unsat-cores true)\n";
  if (logic != "ALL" || !is_z3()) // Z3 is at its best there without any
    commands += fmt::format("(set-logic {})\n", logic);
  return true;
}

Answer ExternalLayer::answer(const Query &query) {
  if (session_.stopped(query))
    return session_.stop_answer();
  Answer found = ask(query);
  open_ = process_.is_running();
  return found;
}

Answer ExternalLayer::ask(const Query &query) {
  const Store &store = session_.store;
  const expr::StoreLeaves leaves(store);
  std::vector<expr::Assertion> assertions;
  assertions.reserve(query.constraints.size());
  for (const Expr constraint : query.constraints)
    assertions.push_back({constraint, 1, true, {}});
  const SmtlibParts parts =
      expr::smtlib_parts(store.nodes(), leaves, assertions, {.named = options_.cores, .elements = true});

  std::string text, said;
  if (!prepare(parts.logic == "QF_BV" ? parts.logic : "ALL", text))
    return Answer::unknown(Reason::SOLVER, process_.problem());
  text += "(push 1)\n" + parts.declarations + parts.assertions + check_command();
  if (const Outcome outcome = process_.ask(text, said, query.deadline); outcome != Outcome::ANSWERED)
    return failure(outcome);

  if (said == "unsat") {
    std::optional<std::vector<uint32_t>> core;
    if (options_.cores) {
      if (const Outcome outcome = process_.ask("(get-unsat-core)\n", said, query.deadline);
          outcome != Outcome::ANSWERED)
        return failure(outcome);
      core = core_of(said, query.constraints.size());
    }
    if (!core || core->empty()) { // all together
      core.emplace(query.constraints.size());
      for (uint32_t i = 0; i < core->size(); i++)
        (*core)[i] = i;
    }
    return Answer::unsatisfiable(std::move(*core));
  }
  if (said == "unknown") {
    if (const Outcome outcome = process_.ask("(get-info :reason-unknown)\n", said, query.deadline);
        outcome != Outcome::ANSWERED)
      return failure(outcome);
    const bool memory = said.find("memout") != std::string::npos || said.find("memory") != std::string::npos;
    return Answer::unknown(memory ? Reason::MEMORY : Reason::SOLVER,
                           fmt::format("{} gives up: {}", process_.name(), said.substr(0, 200)));
  }
  if (said != "sat")
    return nonsense("(check-sat)", said);

  Assignment model;
  if (query.previous != nullptr)
    model = *query.previous;
  std::string asked;
  for (const auto &[leaf, name] : parts.leaves)
    asked += name + " ";
  for (const SmtlibParts::Element &element : parts.elements)
    asked += fmt::format("{0} (select {1} {0}) ", element.index, element.name);
  if (!asked.empty()) {
    const Outcome outcome = process_.ask("(get-value (" + asked + "))\n", said, query.deadline);
    if (outcome != Outcome::ANSWERED)
      return failure(outcome);
    const auto values = values_of(said, parts.leaves.size() + 2 * parts.elements.size());
    if (!values)
      return nonsense("(get-value ...)", said);
    size_t next = 0;
    for (const auto &[leaf, name] : parts.leaves)
      model.set(store.symbol_of(leaf), (*values)[next++]);
    std::unordered_map<Symbol, expr::ArrayValue> arrays;
    for (const SmtlibParts::Element &element : parts.elements) {
      arrays[store.symbol_of(element.array)].set((*values)[next], (*values)[next + 1]);
      next += 2;
    }
    for (auto &[symbol, array] : arrays)
      model.set_array(symbol, std::move(array));
  }
  if (!session_.satisfies(model, query.constraints) && parts.has_library_functions)
    return Answer::unknown(Reason::THEORY, "functions of the C library can be tried but not solved");
  if (!session_.satisfies(model, query.constraints))
    return Answer::unknown(Reason::SOLVER,
                           fmt::format("{} gives a model that does not satisfy the constraints", process_.name()));
  return Answer::satisfiable(std::move(model));
}

} // namespace braid::solver
