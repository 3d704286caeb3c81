// One node as one application in SMT-LIB, with holes where its operands go. smtlib.h explains the
// sorts; smtlib.cpp puts the terms together.
#pragma once

#include "expr/leaves.h"

#include <variant>

namespace braid::expr::smtlib {

enum class Sort : uint8_t { BITS, BOOLEAN, NUMBER, ARRAY };

// A node's value in a sort.
struct Term {
  Expr e;
  Sort sort;
  // Of a table: how many of its elements are left out at the end. An array with elements in it is made of one with
  // fewer, so that long tables are no deep terms.
  uint32_t without = 0;

  uint64_t key() const { return uint64_t(without) << 34 | uint64_t(e) << 2 | uint64_t(sort); }
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
  Terms(std::span<const braid_node> nodes, const Leaves &leaves) : nodes_(nodes), leaves_(leaves) {}

  Form form(Term term) const;
  // True for the bits of a computed number: the form is a constant that must be declared and is bound to the
  // number by the conditions.
  bool is_free(Term term) const;
  std::vector<Form> conditions(Term free) const;

  // The sort in which a comparison with a constant costs no conversion.
  Term natural(Expr e) const;
  std::string constant(Expr e, Value value) const;
  std::string sort_name(Term term) const;
  static std::string name(Term term);

private:
  Form bits(Expr e) const;
  Form boolean(Expr e) const;
  Form array(Term term) const;
  Form offset(Expr first, unsigned bytes) const;
  Form byte(Expr value, unsigned number) const;
  Form loaded(const braid_node &node) const;
  Form number(Expr e) const;
  Form number_operation(const braid_node &node) const;
  Form remainder(const braid_node &node) const;
  Form to_integer(const braid_node &node) const;
  Form nan_bits(const braid_node &node) const;
  Form choice_of_number(const braid_node &node, Sort sort) const;
  Form counted_ones(const braid_node &node, unsigned low, unsigned count) const;
  Form counted_zeros(const braid_node &node) const;
  Form reordered(const braid_node &node, unsigned unit) const;
  Form element(const braid_node &node) const;
  Form chosen_element(const braid_node &node, const Table &table, uint64_t first, unsigned bits) const;

  std::span<const braid_node> nodes_;
  const Leaves &leaves_;
};

} // namespace braid::expr::smtlib
