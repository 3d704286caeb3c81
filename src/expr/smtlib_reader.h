// Scripts of SMT-LIB 2.6 in the logics QF_BV, QF_ABV, QF_BVFP and QF_ABVFP.
//
// A script is carried out step by step: next() does what needs no answer (declarations, definitions, assertions,
// push and pop) and returns with the next command that does, such as (check-sat). Whoever reads the script gives
// the answer, so that this part knows nothing of solvers.
//
// A text that is no SMT-LIB is an SmtlibError with line, column and what was expected. Something correct that
// expressions cannot say (wider than 128 bits, other theories, quantifiers) is not: an assertion with it is left
// out, obstacle() says so from then on, and the answer to (check-sat) has to be unknown.
#pragma once

#include "expr/smtlib_term_reader.h"

namespace braid::expr {

struct SmtlibCommand {
  enum class Kind : uint8_t {
    CHECK,     // (check-sat), (check-sat-assuming ...)
    GET_VALUE, // terms
    GET_MODEL, //
    GET_CORE,  //
    GET_UNSAT_ASSUMPTIONS,
    GET_INFO,    // text, such as ":reason-unknown"
    GET_OPTION,  // text
    ECHO,        // text
    SUCCESS,     // a command without an answer, if :print-success is on
    UNSUPPORTED, // text says why
  };
  Kind kind;
  size_t line = 0, column = 0;
  std::string text{};
  struct Term {
    smtlib::TypedTerm term;
    std::string text; // as it was written
  };
  std::vector<Term> terms{};
};

class SmtlibReader {
public:
  // The text and the store must outlive it.
  SmtlibReader(Store &store, std::string_view text);

  // The next command that needs an answer; nothing at the end of the script.
  std::optional<SmtlibCommand> next();

  // What (check-sat) is about, assumptions included; positions are those of an answer's core.
  std::span<const Expr> constraints() const { return constraints_; }
  // The name that a constraint was given by (! ... :named name), or how an assumption was written; else empty.
  const std::string &name(size_t constraint) const { return names_[constraint]; }
  bool is_assumption(size_t constraint) const {
    return constraint >= first_assumption_ && constraint < last_assumption_;
  }

  // The constants that are declared now, in the order of their declarations.
  struct Declared {
    std::string name;
    smtlib::TypedTerm term;
  };
  std::span<const Declared> declared() const { return declared_; }

  // What (set-info :status ...) says about the last (check-sat); empty if nothing.
  const std::string &status() const { return checked_status_; }

  // Why the answer to the last (check-sat) must be unknown: "12:7: not supported: ..." Empty if nothing is in the
  // way.
  const std::string &obstacle() const { return checked_obstacle_; }

private:
  struct Level {
    size_t bindings, assertions, declared;
    std::string obstacle;
  };
  struct Asserted {
    Expr e;
    std::string name;
  };

  std::optional<SmtlibCommand> command();
  void declare(uint32_t name, uint32_t parameters, uint32_t sort);
  void define(uint32_t name, uint32_t parameters, uint32_t sort, uint32_t body);
  void define_sort();
  void assert_term();
  void check(std::span<const uint32_t> assumptions);
  void meet_obstacle(const SmtlibError &failure);
  void push();
  void pop();
  void reset(bool declarations);
  void set_option();
  std::vector<SmtlibCommand::Term> terms(uint32_t list);

  smtlib::TermReader &reader() { return *reader_; }
  uint32_t argument(unsigned number) const; // of the command
  smtlib::Word free_name(uint32_t node);
  void bind_unsupported(smtlib::Word word, const SmtlibError &error);
  void bind_names_unsupported(const SmtlibError &error);
  std::string shown(uint32_t node) const { return std::string(syntax_.text(tree_[node])); }
  SmtlibError error(uint32_t node, const std::string &message, bool unsupported = false) const {
    return syntax_.error(tree_[node].begin, message, unsupported);
  }

  Store &store_;
  smtlib::Words words_;
  smtlib::Syntax syntax_;
  std::optional<smtlib::TermReader> reader_;
  smtlib::Tree tree_; // the command being carried out
  std::vector<Asserted> asserted_;
  std::vector<Declared> declared_;
  std::vector<Level> levels_;
  std::unordered_map<std::string, Expr> symbols_; // of declarations that are over: they can be used again
  std::string obstacle_, checked_obstacle_;
  std::string status_, checked_status_;
  bool print_success_ = false, ended_ = false;

  std::vector<Expr> constraints_;
  std::vector<std::string> names_;
  size_t first_assumption_ = 0, last_assumption_ = 0;
};

} // namespace braid::expr
