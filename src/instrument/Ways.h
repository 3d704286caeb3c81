// Ways: which directions of its branches and switches the program goes, noted by the program itself.
//
// Every decision in the program's own source has a byte for each of its ways, and the code stores a 1 there as it
// goes. The bytes of a module lie behind a pointer, which the runtime makes point into the trace; a program that
// runs by itself writes into its own memory. This is done for all decisions, also for those that cannot depend on
// input and are not instrumented otherwise: coverage is about the program, not about its input.
//
// The stores are told apart from all memory of the program (by type), so that the optimiser moves them out of
// loops and other code past them.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace braid {

class Sites;

/// The flags of one module, braid_way_flags of runtime/api.h.
class WayFlags {
public:
  explicit WayFlags(llvm::Module &module) : module(module) {}

  /// The number of the first of so many flags.
  unsigned reserve(unsigned ways);
  llvm::GlobalVariable *table();
  /// Stores a 1. `number` may depend on the run.
  void mark(llvm::IRBuilder<> &builder, llvm::Value *number);
  llvm::Value *read(llvm::IRBuilder<> &builder, llvm::Value *number);
  /// All have been reserved. The edges are those of Flow.h.
  void finish(llvm::ArrayRef<std::pair<uint64_t, uint64_t>> edges);

private:
  llvm::Module &module;
  llvm::GlobalVariable *descriptor = nullptr;
  llvm::MDNode *type = nullptr; ///< of the flags, for alias analysis; null if the module has no types
  unsigned count = 0;

  void findType();
  llvm::Value *place(llvm::IRBuilder<> &builder, llvm::Value *number);
  void isFlag(llvm::Instruction &access) const;
};

/// Which way each successor of a switch is: the default is way 0, the others count from 1 in the order of their
/// smallest cases.
llvm::DenseMap<const llvm::BasicBlock *, uint64_t> waysOf(const llvm::SwitchInst &choice);

/// Makes this branch or switch note its ways, if it is one that is counted.
void noteWays(llvm::Instruction &decision, Sites &sites);

} // namespace braid
