// A value is seen as the list of its scalars: one for an integer, several for vectors and for structures held
// in registers. Each scalar has a label.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Type.h"

namespace braid {

enum class Carry {
  Full,     ///< integers to 128 bits, pointers, float, double: labels and operations
  BitsOnly, ///< half, bfloat: moved about with their label, but operations lose it
  None      ///< long double and the like: cannot carry a label
};

struct Scalar {
  llvm::Type *type;
  uint64_t offset; ///< in memory, bytes from the start of the whole value
  unsigned bits;
  Carry carry;
  /// Bytes in memory.
  unsigned bytes() const { return (bits + 7) / 8; }
};

using Scalars = llvm::SmallVector<Scalar, 2>;

/// The scalars of a value of this type. Empty for void, tokens, and values of more than 64 scalars or with
/// scalars that do not begin at a byte.
Scalars scalarsOf(llvm::Type *type, const llvm::DataLayout &layout);

/// True if a value of the type can carry a label at all.
bool canCarry(llvm::Type *type, const llvm::DataLayout &layout);

} // namespace braid
