// Objects of the program as arrays that a solver understands.
//
// A trace has an object as bytes with a history of changes (trace/objects.h). As an array of single bytes it would
// be right and slow: most programs read and write whole elements, at offsets that are multiples of their size. So
// an object becomes an array of elements as large as all symbolic offsets into it allow, and the index is the
// offset divided by that size. An object without any symbol in it becomes a table of what can be read there,
// whatever the offset: tables of constants are what programs look things up in.
//
// A symbolic offset is within the object, which the path has asked for before (BOUNDS, OBJECT). So an index has
// only as many bits as it needs, and what lies behind the end does not matter.
#pragma once

#include "expr/store.h"
#include "trace/reader.h"

#include <map>

namespace braid::explore {

using expr::Expr;

// The store must outlive it.
class ObjectLift {
public:
  explicit ObjectLift(expr::Store &store) : store_(store) {}

  // Forgets objects with this label and all later ones.
  void keep(trace::Label labels);
  // What a LOAD gives; `lifted` has the expressions of all labels it depends on, but for objects.
  Expr load(const trace::View &view, const braid_node &load, std::span<const Expr> lifted);

private:
  // An object, in one state of its history.
  struct Facts {
    uint32_t bytes = 0;
    unsigned largest = MOST; // logarithm of the size of elements that symbolic offsets in its history allow
    bool is_constant = true;
    bool has_symbolic_offsets = false;
  };
  static constexpr unsigned MOST = 3; // elements of eight bytes

  const Facts &facts(const trace::View &view, trace::Label object, std::span<const Expr> lifted);
  Expr array(const trace::View &view, trace::Label object, unsigned size, std::span<const Expr> lifted);
  Expr written(const trace::View &view, const braid_node &node, Expr array, unsigned size, uint32_t bytes,
               std::span<const Expr> lifted);
  Expr replaced(Expr array, uint64_t element, unsigned size, uint64_t offset, Expr value, unsigned index_width);
  const std::vector<uint8_t> &contents(const trace::View &view, trace::Label object);
  Expr from_table(const trace::View &view, const braid_node &load, Expr offset);
  Expr at_constant(const trace::View &view, const braid_node &load, uint64_t offset, std::span<const Expr> lifted);

  expr::Store &store_;
  std::map<trace::Label, Facts> facts_;
  std::map<std::pair<trace::Label, unsigned>, Expr> arrays_;
  std::map<trace::Label, std::vector<uint8_t>> contents_; // of constant objects
};

} // namespace braid::explore
