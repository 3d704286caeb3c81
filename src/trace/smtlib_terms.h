// One node of a trace as one application in SMT-LIB, with holes where its operands go. smtlib.h explains the
// sorts; smtlib.cpp puts the terms together.
#pragma once

#include "trace/names.h"

#include <variant>

namespace braid::trace::smtlib {

enum class Sort : uint8_t { BITS, BOOLEAN, NUMBER };

// A node's value in a sort.
struct Term {
  Label label;
  Sort sort;

  uint64_t key() const { return uint64_t(label) << 2 | uint64_t(sort); }
};

// Text with holes for terms.
class Form {
public:
  Form() = default;
  explicit Form(std::string text) { parts_.emplace_back(std::move(text)); }

  Form &operator<<(std::string_view text);
  Form &operator<<(Term term);
  Form &operator<<(const Form &form);

  const std::vector<std::variant<std::string, Term>> &parts() const { return parts_; }
  bool is_atom() const { return parts_.size() == 1 && parts_[0].index() == 0; }

private:
  std::vector<std::variant<std::string, Term>> parts_;
};

class Terms {
public:
  explicit Terms(const View &view) : view_(view), names_(view) {}

  Form form(Term term) const;
  // True for the bits of a computed number: the form is a constant that must be declared and is bound to the
  // number by the conditions.
  bool is_free(Term term) const;
  std::vector<Form> conditions(Term free) const;

  // The sort in which a comparison with a constant costs no conversion.
  Term natural(Label label) const;
  std::string constant(Label label, Value value) const;
  std::string sort_name(Term term) const;
  std::string input_name(Label label) const;
  static std::string name(Term term);

private:
  Form bits(Label label) const;
  Form boolean(Label label) const;
  Form number(Label label) const;
  Form number_operation(const braid_node &node) const;
  Form remainder(const braid_node &node) const;
  Form to_integer(const braid_node &node) const;
  Form nan_bits(const braid_node &node) const;
  Form choice_of_number(const braid_node &node, Sort sort) const;
  Form counted_ones(const braid_node &node, unsigned low, unsigned count) const;
  Form counted_zeros(const braid_node &node) const;
  Form reordered(const braid_node &node, unsigned unit) const;

  const View &view_;
  SourceNames names_;
};

} // namespace braid::trace::smtlib
