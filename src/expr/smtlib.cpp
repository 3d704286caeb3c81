#include "expr/smtlib.h"

#include "expr/smtlib_literals.h"
#include "expr/smtlib_terms.h"
#include "expr/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace braid::expr {

namespace {

using smtlib::Form;
using smtlib::Sort;
using smtlib::Term;
using smtlib::Terms;

// Nesting at which an expression is cut into a definition of its own.
constexpr unsigned DEEPEST = 100;

class Printer {
public:
  Printer(std::span<const braid_node> nodes, const Leaves &leaves, std::span<const Assertion> given,
          SmtlibPartsOptions options)
      : nodes_(nodes), leaves_(leaves), given_(given), options_(options), terms_(nodes, leaves) {}

  SmtlibParts print() {
    for (const Assertion &assertion : given_)
      roots_.push_back({asserted(assertion), {}});
    collect();
    if (options_.elements)
      find_elements();
    cut_deep_terms();
    find_owners();
    find_levels();
    return parts();
  }

private:
  static constexpr size_t NOBODY = SIZE_MAX, SEVERAL = SIZE_MAX - 1;

  // Something printed at the top: an assertion, or the body of a definition.
  struct Root {
    Form form;
    std::vector<size_t> bound; // entries that it names in lets, operands first
  };
  struct Entry {
    Term term;
    Form form;
    unsigned uses = 0;
    unsigned depth = 0;    // nesting below it, down to definitions
    unsigned level = 0;    // lets that must stand around it, within its owner
    size_t owner = NOBODY; // the root it is printed in
    bool is_definition = false;
    size_t root = NOBODY; // of a definition
    bool is_bound() const { return !is_definition && uses > 1 && !form.is_atom(); }
  };

  Form asserted(const Assertion &assertion) const {
    const Term term = terms_.natural(assertion.expression);
    const std::string value = terms_.constant(assertion.expression, assertion.value);
    Form form;
    const bool boolean = term.sort == Sort::BOOLEAN;
    if (boolean && (value == "true") == assertion.equal)
      form << term;
    else if (boolean)
      form << "(not " << term << ")";
    else
      form << (assertion.equal ? "(= " : "(distinct ") << term << " " << value << ")";
    return form;
  }

  size_t index_of(Term term) const { return index_.at(term.key()); }

  template <class Action> void for_operands(const Form &form, Action action) const {
    for (const auto &part : form.parts())
      if (const Term *term = std::get_if<Term>(&part))
        action(*term);
  }

  // All terms, operands before users. Constants for the bits of numbers bring further assertions with them.
  void collect() {
    for (size_t i = 0; i < roots_.size(); i++) {
      struct Visit {
        Term term;
        bool leaving;
      };
      std::vector<Visit> pending;
      const Form form = roots_[i].form; // roots_ grows below
      for_operands(form, [&](Term term) { pending.push_back({term, false}); });
      while (!pending.empty()) {
        const auto [term, leaving] = pending.back();
        pending.pop_back();
        if (index_.count(term.key()) != 0)
          continue;
        Form body = terms_.form(term);
        if (!leaving) {
          pending.push_back({term, true});
          for_operands(body, [&](Term operand) { pending.push_back({operand, false}); });
          continue;
        }
        index_[term.key()] = entries_.size();
        entries_.push_back({term, std::move(body)});
        if (terms_.is_free(term))
          for (Form &condition : terms_.conditions(term))
            roots_.push_back({std::move(condition), {}});
      }
    }
  }

  // The symbols at the bottom of each array that is looked into, and the index. Indices get definitions, so that
  // they can be asked for by name.
  void find_elements() {
    std::unordered_map<Expr, std::vector<Expr>> symbols; // of arrays; operands come first
    for (Entry &entry : entries_) {
      const braid_node &node = nodes_[entry.term.e];
      if (entry.term.sort == Sort::ARRAY) {
        std::vector<Expr> &own = symbols[entry.term.e];
        if (node.op == BRAID_OP_SYMBOL)
          own = {entry.term.e};
        else if (node.op == BRAID_OP_WRITE)
          own = symbols[node.a];
        else if (node.op == BRAID_OP_ITE)
          std::set_union(symbols[node.b].begin(), symbols[node.b].end(), symbols[node.c].begin(),
                         symbols[node.c].end(), std::back_inserter(own));
      }
      if (node.op != BRAID_OP_READ || entry.term.sort != Sort::BITS || nodes_[node.a].op == BRAID_OP_TABLE)
        continue;
      Entry &index = entries_[index_of({node.b, Sort::BITS})];
      for (const Expr array : symbols[node.a])
        elements_.push_back({array, index_of({node.b, Sort::BITS})});
      index.is_definition |= !symbols[node.a].empty() && !index.form.is_atom();
    }
  }

  void cut_deep_terms() {
    for (Entry &entry : entries_) {
      for_operands(entry.form,
                   [&](Term term) { entry.depth = std::max(entry.depth, entries_[index_of(term)].depth + 1); });
      entry.is_definition |= entry.depth >= DEEPEST;
      if (entry.is_definition)
        entry.depth = 0;
    }
  }

  void use(const Form &form, size_t root) {
    for_operands(form, [&](Term term) {
      Entry &entry = entries_[index_of(term)];
      entry.uses++;
      entry.owner = entry.owner == NOBODY || entry.owner == root ? root : SEVERAL;
    });
  }

  // Users come before their operands when going backwards, so each term's owner is final when it is reached.
  void find_owners() {
    assertions_ = roots_.size();
    for (size_t root = 0; root < assertions_; root++)
      use(roots_[root].form, root);
    for (size_t i = entries_.size(); i-- != 0;) {
      Entry &entry = entries_[i];
      if (entry.form.is_atom())
        continue;
      if (entry.owner == SEVERAL)
        entry.is_definition = true;
      if (entry.is_definition) {
        entry.root = roots_.size();
        roots_.push_back({entry.form, {}});
      }
      use(entry.form, entry.is_definition ? entry.root : entry.owner);
    }
  }

  void find_levels() {
    for (size_t i = 0; i < entries_.size(); i++) {
      Entry &entry = entries_[i];
      for_operands(entry.form, [&](Term term) {
        const Entry &operand = entries_[index_of(term)];
        if (!operand.is_definition)
          entry.level = std::max(entry.level, operand.level + (operand.is_bound() ? 1 : 0));
      });
      if (entry.is_bound())
        roots_[entry.owner].bound.push_back(i);
    }
  }

  std::string let_name(const Entry &entry) const { return fmt::format("?{}", Terms::name(entry.term)); }

  // Prints a form; the depth of what is printed in place is bounded by DEEPEST.
  void write(std::string &out, const Form &form) const {
    for (const auto &part : form.parts()) {
      if (const std::string *text = std::get_if<std::string>(&part)) {
        out += *text;
        continue;
      }
      const Entry &entry = entries_[index_of(std::get<Term>(part))];
      if (entry.is_definition)
        out += Terms::name(entry.term);
      else if (entry.is_bound())
        out += let_name(entry);
      else
        write(out, entry.form);
    }
  }

  // Bound terms of one level do not need each other and share a let.
  void write(std::string &out, const Root &root) const {
    std::vector<size_t> bound = root.bound;
    std::sort(bound.begin(), bound.end(), [&](size_t x, size_t y) {
      return entries_[x].level != entries_[y].level ? entries_[x].level < entries_[y].level : x < y;
    });
    size_t lets = 0;
    for (size_t i = 0; i < bound.size(); i++) {
      const Entry &entry = entries_[bound[i]];
      if (i == 0 || entries_[bound[i - 1]].level != entry.level) {
        out += i == 0 ? "(let (" : ")\n  (let (";
        lets++;
      } else {
        out += "\n        ";
      }
      out += fmt::format("({} ", let_name(entry));
      write(out, entry.form);
      out += ")";
    }
    if (lets != 0)
      out += ")\n  ";
    write(out, root.form);
    out.append(lets, ')');
  }

  SmtlibParts parts() const {
    SmtlibParts parts;
    bool numbers = false, arrays = false;
    std::map<std::string, std::string> functions; // of the C library, by name: their declarations
    std::map<uint64_t, Expr> leaves;
    std::string constants, definitions;
    for (const Entry &entry : entries_) {
      const braid_node &node = nodes_[entry.term.e];
      numbers |= entry.term.sort == Sort::NUMBER;
      arrays |= entry.term.sort == Sort::ARRAY;
      if (node.op == BRAID_OP_INPUT || node.op == BRAID_OP_SIZE || node.op == BRAID_OP_SYMBOL)
        leaves[leaves_.order(entry.term.e)] = entry.term.e;
      if (is_library_function(node.op) && entry.term.sort == Sort::NUMBER) {
        const std::string name = smtlib_function(node.op, node.width), sort = terms_.sort_name(entry.term);
        functions[name] = fmt::format("(declare-fun {} ({}) {})\n", name,
                                      operation_of(node).operands == 1 ? sort : sort + " " + sort, sort);
      }
      if (terms_.is_free(entry.term))
        constants += fmt::format("(declare-const {} {})\n", std::get<std::string>(entry.form.parts()[0]),
                                 terms_.sort_name(entry.term));
      if (entry.is_definition) {
        definitions += fmt::format("(define-fun {} () {} ", Terms::name(entry.term), terms_.sort_name(entry.term));
        write(definitions, roots_[entry.root]);
        definitions += ")\n";
      }
    }
    parts.logic =
        fmt::format("QF_{}{}BV{}", arrays ? "A" : "", functions.empty() ? "" : "UF", numbers ? "FP" : "");
    parts.has_library_functions = !functions.empty();
    for (const auto &[place, leaf] : leaves) {
      const bool array = nodes_[leaf].index_width != 0;
      std::string name = leaves_.smtlib_name(leaf);
      parts.declarations +=
          fmt::format("(declare-const {} {})\n", name, terms_.sort_name({leaf, array ? Sort::ARRAY : Sort::BITS}));
      if (!array)
        parts.leaves.emplace_back(leaf, std::move(name));
    }
    for (const auto &[name, declaration] : functions)
      parts.declarations += declaration;
    parts.declarations += constants + definitions;
    for (size_t i = 0; i < assertions_; i++) {
      const bool named = options_.named && i < given_.size();
      if (i < given_.size() && !given_[i].comment.empty())
        parts.assertions += "; " + given_[i].comment + "\n";
      parts.assertions += named ? "(assert (! " : "(assert ";
      write(parts.assertions, roots_[i]);
      parts.assertions += named ? " :named " + assertion_name(i) + "))\n" : ")\n";
    }
    for (const FoundElement &element : elements_) {
      const Entry &index = entries_[element.index];
      parts.elements.push_back(
          {element.array, leaves_.smtlib_name(element.array),
           index.is_definition ? Terms::name(index.term) : std::get<std::string>(index.form.parts()[0])});
    }
    return parts;
  }

  struct FoundElement {
    Expr array;
    size_t index; // of the entry of the index
  };

  std::span<const braid_node> nodes_;
  const Leaves &leaves_;
  std::span<const Assertion> given_;
  SmtlibPartsOptions options_;
  Terms terms_;
  std::vector<Root> roots_; // assertions, then definitions
  size_t assertions_ = 0;
  std::vector<Entry> entries_;
  std::vector<FoundElement> elements_;
  std::unordered_map<uint64_t, size_t> index_;
};

} // namespace

std::string assertion_name(size_t number) { return fmt::format("says{}", number); }

SmtlibParts smtlib_parts(std::span<const braid_node> nodes, const Leaves &leaves,
                         std::span<const Assertion> assertions, SmtlibPartsOptions options) {
  return Printer(nodes, leaves, assertions, options).print();
}

std::string smtlib_script(std::span<const braid_node> nodes, const Leaves &leaves,
                          std::span<const Assertion> assertions, ScriptOptions options) {
  const SmtlibParts parts = smtlib_parts(nodes, leaves, assertions);
  std::string out = fmt::format("(set-logic {})\n", parts.logic);
  if (!options.status.empty())
    out += fmt::format("(set-info :status {})\n", options.status);
  out += "(set-option :produce-models true)\n" + parts.declarations + parts.assertions + "(check-sat)\n";
  if (options.ask_for_values && !parts.leaves.empty()) {
    out += "(get-value (";
    for (const auto &[leaf, name] : parts.leaves)
      out += leaf == parts.leaves.front().first ? name : " " + name;
    out += "))\n";
  }
  return out;
}

std::string smtlib_script(const Store &store, std::span<const Expr> constraints, ScriptOptions options) {
  const StoreLeaves leaves(store);
  const TextPrinter text(store.nodes(), leaves);
  std::vector<Assertion> assertions;
  for (const Expr constraint : constraints)
    assertions.push_back({constraint, 1, true, options.comments ? text.text(constraint) : std::string()});
  return smtlib_script(store.nodes(), leaves, assertions, options);
}

} // namespace braid::expr
