#pragma once

namespace llvm {
class Module;
}

namespace braid {

/// Makes constructors that look at the program's arguments or environment say so to the runtime.
void announceConstructors(llvm::Module &module);

} // namespace braid
