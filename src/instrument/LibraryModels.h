// What the pass knows about library functions by name.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace braid {

/// A library function that only takes data out of the program (runtime/sinks.def).
struct Sink {
  enum Destination { None, Stream, File, Descriptor } kind;
  unsigned argument; /* which says where the data goes */
};
const Sink *sinkOf(llvm::StringRef name);
const Sink *sinkOf(const llvm::Function *function);

/// A library function that does not look at what its pointers point to (runtime/bystanders.def).
bool isBystander(llvm::StringRef name);

/// syscall(SYS_futex, ...), which the C++ library's headers contain for waiting.
bool isFutex(const llvm::CallBase &call);

/// An address of something that nobody can change.
bool isConstantData(const llvm::Value *address);

} // namespace braid
