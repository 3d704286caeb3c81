// Terms of SMT-LIB as expressions of a store: names and their scopes, let, annotations, definitions with
// parameters. What the functions mean is in smtlib_functions.h.
//
// Terms may be nested deeper than any stack, so nothing here recurses along them: a term that is being read is a
// list of frames.
#pragma once

#include "expr/smtlib_functions.h"
#include "expr/smtlib_syntax.h"

#include <memory>
#include <utility>

namespace braid::expr::smtlib {

// A function with parameters, or the text of one: its body is read again for each combination of operands.
struct Definition {
  std::shared_ptr<const Tree> tree;
  uint32_t body = 0;
  std::vector<std::pair<Word, ValueSort>> parameters;
  ValueSort sort;
  std::map<std::vector<Expr>, TypedTerm> known; // by operands
};

// What a name stands for.
struct Binding {
  enum class Kind : uint8_t { NOTHING, TERM, FUNCTION, SORT, UNSUPPORTED };
  Kind kind = Kind::NOTHING;
  TypedTerm term{};
  std::shared_ptr<Definition> function;
  std::shared_ptr<const Tree> sort; // a define-sort command
  std::string why;                  // it is not supported
};

class TermReader {
public:
  TermReader(Store &store, const Syntax &syntax, Words &words)
      : functions_(store), syntax_(syntax), words_(words) {}

  TypedTerm term(const Tree &tree, uint32_t node);
  // The value of a function.
  TypedTerm body(const std::shared_ptr<Definition> &function, std::span<const TypedTerm> operands);
  ValueSort sort(const Tree &tree, uint32_t node);
  uint32_t numeral(const Tree &tree, uint32_t node, const char *what) const;

  // Names outside of terms. mark() and restore() are for scopes: restore(m) undoes what was bound after m.
  const Binding &binding(Word word) const;
  void bind(Word word, Binding binding);
  size_t mark() const { return changes_.size(); }
  void restore(size_t mark);

  Functions &functions() { return functions_; }
  SmtlibError error(const Node &node, const std::string &message, bool unsupported = false) const {
    return syntax_.error(node.begin, message, unsupported);
  }

  // Terms named by (! term :named name) since the last call, in order.
  std::vector<std::pair<Word, TypedTerm>> take_named() { return std::exchange(named_, {}); }

private:
  struct Frame {
    enum class Kind : uint8_t { APPLICATION, LET, ANNOTATION, CALL };
    Kind kind;
    const Tree *tree;
    uint32_t node;      // of the list
    uint32_t next, end; // operands or bindings that are still to be read
    size_t values;      // how many values there were before
    bool bound = false; // of LET: its names are, and the body is being read
    Word head = 0;      // of APPLICATION: the function
    std::vector<uint32_t> indices{};
    std::optional<ValueSort> constant_array{}; // of APPLICATION: (as const sort)
    std::shared_ptr<Definition> function{};    // of CALL
  };
  struct Local {
    uint32_t call;
    TypedTerm term;
  };

  void begin();
  TypedTerm finish();
  void enter(const Tree &tree, uint32_t node);
  void enter_list(const Tree &tree, uint32_t node);
  void step();
  void step_let(Frame &frame);
  void finish_annotation(const Frame &frame);
  void finish_application();
  void call(const std::shared_ptr<Definition> &function, std::span<const TypedTerm> operands, const Frame &frame);
  void enter_body(const std::shared_ptr<Definition> &function, std::span<const TypedTerm> operands, size_t values);
  void finish_call();
  TypedTerm atom(const Tree &tree, uint32_t node);
  TypedTerm name(const Tree &tree, uint32_t node, Word word, std::span<const uint32_t> indices);
  const TypedTerm *local(Word word) const;
  void push_local(Word word, const TypedTerm &term);
  void pop_local(Word word);
  std::vector<uint32_t> indices(const Tree &tree, uint32_t node, Word &head) const;
  ValueSort sort(const Tree &tree, uint32_t node, const std::map<Word, ValueSort> &parameters, unsigned depth);

  Functions functions_;
  const Syntax &syntax_;
  Words &words_;
  std::vector<Binding> bindings_; // by word
  std::vector<std::pair<Word, Binding>> changes_;
  std::vector<std::vector<Local>> locals_; // by word
  bool in_progress_ = false;               // a term is being read, or the last one ended in an error
  std::vector<Frame> frames_;
  std::vector<TypedTerm> values_;
  std::vector<uint32_t> calls_ = {0}; // those in progress, innermost last
  uint32_t last_call_ = 0;
  std::vector<std::pair<Word, TypedTerm>> named_;
};

} // namespace braid::expr::smtlib
