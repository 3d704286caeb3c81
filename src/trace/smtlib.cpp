#include "trace/smtlib.h"

#include "trace/smtlib_terms.h"
#include "trace/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <unordered_map>

namespace braid::trace {

namespace {

using smtlib::Form;
using smtlib::Sort;
using smtlib::Term;
using smtlib::Terms;

// Nesting at which an expression is cut into a definition of its own.
constexpr unsigned DEEPEST = 100;

class Script {
public:
  Script(const View &view, std::span<const Constraint> constraints, ScriptOptions options)
      : view_(view), constraints_(constraints), options_(options), terms_(view) {}

  std::string print() {
    for (const Constraint &constraint : constraints_)
      roots_.push_back({assertion(constraint), {}});
    collect();
    cut_deep_terms();
    find_owners();
    find_levels();
    return text();
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

  Form assertion(const Constraint &constraint) const {
    const Term term = terms_.natural(constraint.label);
    const std::string value = terms_.constant(constraint.label, constraint.value);
    Form form;
    const bool boolean = term.sort == Sort::BOOLEAN;
    if (boolean && (value == "true") == constraint.equal)
      form << term;
    else if (boolean)
      form << "(not " << term << ")";
    else
      form << (constraint.equal ? "(= " : "(distinct ") << term << " " << value << ")";
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

  void cut_deep_terms() {
    for (Entry &entry : entries_) {
      for_operands(entry.form,
                   [&](Term term) { entry.depth = std::max(entry.depth, entries_[index_of(term)].depth + 1); });
      if (entry.depth >= DEEPEST) {
        entry.is_definition = true;
        entry.depth = 0;
      }
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

  std::string text() const {
    bool numbers = false;
    std::map<uint64_t, Label> inputs; // by source and offset
    std::string constants, definitions;
    for (const Entry &entry : entries_) {
      const braid_node &node = view_.node(entry.term.label);
      numbers |= entry.term.sort == Sort::NUMBER;
      if (node.op == BRAID_OP_INPUT)
        inputs[uint64_t(node.a) << 32 | node.b] = entry.term.label;
      else if (node.op == BRAID_OP_SIZE)
        inputs[uint64_t(node.a) << 32 | UINT32_MAX] = entry.term.label; // after the last byte
      if (terms_.is_free(entry.term))
        constants += fmt::format("(declare-const {} {})\n", std::get<std::string>(entry.form.parts()[0]),
                                 terms_.sort_name(entry.term));
      if (entry.is_definition) {
        definitions += fmt::format("(define-fun {} () {} ", Terms::name(entry.term), terms_.sort_name(entry.term));
        write(definitions, roots_[entry.root]);
        definitions += ")\n";
      }
    }
    std::string out =
        fmt::format("(set-logic {})\n(set-option :produce-models true)\n", numbers ? "QF_BVFP" : "QF_BV");
    std::string names;
    for (const auto &[place, label] : inputs) {
      const std::string name = terms_.input_name(label);
      out += fmt::format("(declare-const {} (_ BitVec {}))\n", name, view_.node(label).width);
      names += (names.empty() ? "" : " ") + name;
    }
    out += constants + definitions;
    for (size_t i = 0; i < assertions_; i++) {
      if (i < constraints_.size() && !constraints_[i].comment.empty())
        out += "; " + constraints_[i].comment + "\n";
      out += "(assert ";
      write(out, roots_[i]);
      out += ")\n";
    }
    out += "(check-sat)\n";
    if (options_.ask_for_values && !names.empty())
      out += "(get-value (" + names + "))\n";
    return out;
  }

  const View &view_;
  std::span<const Constraint> constraints_;
  ScriptOptions options_;
  Terms terms_;
  std::vector<Root> roots_; // assertions, then definitions
  size_t assertions_ = 0;
  std::vector<Entry> entries_;
  std::unordered_map<uint64_t, size_t> index_;
};

// Where the program is, also if the event happened in a library model that it called.
uint32_t shown_site(const View &view, const braid_event &event) {
  return view.site(event.site).in_model != 0 && has_caller(event) && event.extra != 0 ? event.extra : event.site;
}

} // namespace

std::vector<Constraint> path_constraints(const View &view, size_t events) {
  // Comments are for orientation: large expressions need no exact size, which costs time for each event.
  const LabelText text(view, {.counted = 256});
  std::unordered_map<uint32_t, std::string> places;
  const auto place = [&](const braid_event &event) -> const std::string & {
    const auto [entry, added] = places.try_emplace(shown_site(view, event));
    if (added)
      entry->second = place_text(view, entry->first);
    return entry->second;
  };
  std::vector<Constraint> constraints;
  events = std::min(events, view.events().size());
  for (size_t i = 0; i < events; i++) {
    const braid_event &event = view.events()[i];
    const auto add = [&](const char *what, Value value, bool equal = true) {
      constraints.push_back(
          {event.label, value, equal, fmt::format("{}: {} {}", place(event), what, text.label(event.label))});
    };
    switch (event.kind) {
    case BRAID_EVENT_BRANCH:
      add(event.flag != 0 ? "holds:" : "does not hold:", event.flag);
      break;
    case BRAID_EVENT_ASSUME:
      if (event.label != 0)
        add(event.flag != 0 ? "assumed:" : "assumed in vain:", event.flag);
      break;
    case BRAID_EVENT_SWITCH: {
      const braid_site &site = view.site(event.site);
      if (event.extra != 0 || site.case_count == 0) { // without known cases only the value itself is sure
        add("selects a case:", view.node(event.label).value);
        break;
      }
      for (const uint64_t excluded : view.cases(site))
        add("selects no case:", excluded, false);
      break;
    }
    case BRAID_EVENT_ADDRESS:
      add("address made concrete:", view.node(event.label).value);
      break;
    case BRAID_EVENT_TARGET:
      add("target made concrete:", view.node(event.label).value);
      break;
    case BRAID_EVENT_LENGTH:
      add("length made concrete:", view.node(event.label).value);
      break;
    default:
      break;
    }
  }
  return constraints;
}

std::string smtlib_script(const View &view, std::span<const Constraint> constraints, ScriptOptions options) {
  return Script(view, constraints, options).print();
}

std::string smtlib_input_name(const View &view, Label label) { return Terms(view).input_name(label); }

} // namespace braid::trace
