// For merging paths: all that a program's future can depend on lies in memory at every decision, and whatever is
// written to memory has a label (docs/merging.md).
#pragma once

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace braid {

/// Whether this compilation is to be for merging.
bool isForMerging();

/// Tells the runtime where in which calls the program is: a number for each chain of calls, which changes at the
/// calls given and at the entry of the function.
void noteContext(llvm::Function &function, llvm::ArrayRef<llvm::CallBase *> calls);

/// Where it has to be noted that a variable was not written: address, bytes, the variable, its bytes.
bool isTouch(const llvm::CallBase &call);
void removeTouches(llvm::Module &module);

} // namespace braid
