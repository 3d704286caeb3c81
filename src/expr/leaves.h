// What printers ask about the leaves of expressions. Traces have bytes of input and lengths, stores have symbols
// and tables; each names its own.
#pragma once

#include "expr/store.h"

namespace braid::expr {

// Consecutive bytes of one source, in the order of memory.
struct Bytes {
  uint32_t source, first, count;
};

class Leaves {
public:
  Leaves() = default;
  Leaves(const Leaves &) = delete;
  Leaves &operator=(const Leaves &) = delete;
  virtual ~Leaves() = default;

  // A leaf's name for people.
  virtual std::string name(Expr leaf) const = 0;
  // The length of a source: never negative when read as signed.
  virtual bool is_size(Expr leaf) const = 0;
  // The byte of input that a leaf is, if it is one.
  virtual std::optional<Bytes> byte(Expr leaf) const = 0;
  virtual std::string name(const Bytes &bytes) const = 0;
  // Whether the bytes together are a variable of the program, rather than a part of a longer sequence.
  virtual bool is_variable(const Bytes &bytes) const = 0;

  // A leaf's name in SMT-LIB: no other leaf has it, nor has the language.
  virtual std::string smtlib_name(Expr leaf) const = 0;
  // Declarations are sorted by this. The same for leaves that are the same input.
  virtual uint64_t order(Expr leaf) const = 0;

  virtual const Table &table(Expr leaf) const = 0;
};

// The leaves of a store. Symbols of eight bits named such as "stdin[3]" are taken for bytes of a sequence, those
// named such as "size(stdin)" for lengths. The store must outlive it.
class StoreLeaves : public Leaves {
public:
  explicit StoreLeaves(const Store &store) : store_(&store) {}

  std::string name(Expr leaf) const override;
  bool is_size(Expr leaf) const override;
  std::optional<Bytes> byte(Expr leaf) const override;
  std::string name(const Bytes &bytes) const override;
  bool is_variable(const Bytes &bytes) const override;
  std::string smtlib_name(Expr leaf) const override;
  uint64_t order(Expr leaf) const override { return store_->symbol_of(leaf); }
  const Table &table(Expr leaf) const override { return store_->table_of(leaf); }

private:
  const Store *store_;
  // Sequences met so far: what stands before the bracket, or the whole name of a single byte.
  struct Sequence {
    std::string name;
    bool is_variable;
  };
  mutable std::vector<Sequence> sequences_;
  mutable std::unordered_map<std::string, uint32_t> numbers_;
};

// Control characters and bytes that are not UTF-8 as escapes, so that a name cannot disturb a terminal.
std::string printable(std::string_view text);

} // namespace braid::expr
