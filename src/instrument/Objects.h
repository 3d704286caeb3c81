// Objects of the program whose bounds the runtime has to know, because an address into them may depend on input.
#pragma once

#include "llvm/IR/Module.h"

namespace braid {

/// Whether somebody may compute an address in the object behind this pointer that is not a constant distance from
/// it: here, or wherever the pointer is given to.
bool needsBounds(const llvm::Value *pointer, llvm::Type *type);

/// Tells the runtime the global variables and literals of the module for which that is so.
void noteGlobals(llvm::Module &module);

} // namespace braid
