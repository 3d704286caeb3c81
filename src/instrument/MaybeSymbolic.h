// Which values may depend on input: what this analysis excludes is not instrumented at all.
//
// Optimistic, over the whole module: everything is concrete until shown otherwise. Symbols come in through
// arguments of functions that others can call, results of calls that leave the module, and memory. They move
// through operations, through calls within the module, and through memory objects of our own (local variables
// and internal globals whose address is not given away); any other memory may hold symbols at any time.
// Control flow does not spread them: a constant chosen by a branch on input stays a constant, as everywhere in
// dynamic symbolic execution.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace braid {

/// Assembly without text, through which a value passes unchanged.
bool isEmptyAssembly(const llvm::CallBase &call);

class MaybeSymbolic {
public:
  explicit MaybeSymbolic(llvm::Module &module);

  bool value(const llvm::Value *value) const { return symbolic.contains(value); }
  /// May the memory behind this pointer hold symbols?
  bool memory(const llvm::Value *pointer) const;
  /// May the function return a symbol?
  bool result(const llvm::Function *function) const { return returns.contains(function); }

private:
  llvm::Module &module;
  llvm::DenseSet<const llvm::Value *> symbolic;
  llvm::DenseSet<const llvm::Value *> owned;         ///< objects whose every access we see
  llvm::DenseSet<const llvm::Value *> symbolicOwned; ///< of those, the ones that may hold symbols
  llvm::DenseSet<const llvm::Function *> returns;
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<const llvm::Value *, 4>> readers;
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<const llvm::Value *, 2>> copies;
  llvm::SmallVector<const llvm::Value *> work;

  void findOwned();
  void seed();
  void mark(const llvm::Value *value);
  void markObject(const llvm::Value *object);
  void propagate(const llvm::Value *value);
  void intoMemory(const llvm::Value *pointer);
  bool everyCallKnown(const llvm::Function &function) const;
};

} // namespace braid
