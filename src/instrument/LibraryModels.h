// What the pass knows about library functions by name.
#pragma once

#include "llvm/IR/Function.h"

namespace braid {

/// A library function that only takes data out of the program (runtime/sinks.def).
bool isSink(const llvm::Function *function);

} // namespace braid
