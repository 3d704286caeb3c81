// The runtime as the pass sees it: declarations of src/runtime/api.h in the module.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace braid {

class RuntimeApi {
public:
  explicit RuntimeApi(llvm::Module &module);

  llvm::FunctionCallee node1, node2, checked, choose, wide, extract, fit, step;
  llvm::FunctionCallee load, store, loadAt, storeAt, moveAt, unwound, move, fill, clear, any, leave;
  llvm::FunctionCallee call, variadic, vaStart, returned, unclaimed, shown, output, blackBox, blackBoxResult;
  llvm::FunctionCallee branch, branchOn, choice, address, target, length, lengthWithin, assumed, lost, asked,
      check;
  llvm::FunctionCallee kept, opaque, pinned, calledBack; // merging
  llvm::FunctionCallee start;

  llvm::Type *i8, *i32, *i64, *pointer;

  /// Calls one of the slow paths, with its calling convention.
  llvm::CallInst *slow(llvm::IRBuilderBase &builder, llvm::FunctionCallee function,
                       llvm::ArrayRef<llvm::Value *> arguments) const;

  /// The base and the mask of the coarse map (loads that never change).
  llvm::Value *coarseBase(llvm::IRBuilderBase &builder) const;
  llvm::Value *coarseMask(llvm::IRBuilderBase &builder) const;

  /// Whether the run has come to its first decision, which is when merging begins to keep track of everything.
  llvm::Value *hasDiverged(llvm::IRBuilderBase &builder) const;

  /// Pointers to fields of __braid_thread.
  llvm::Value *argumentTag(llvm::IRBuilderBase &builder) const;
  llvm::Value *resultTag(llvm::IRBuilderBase &builder) const;
  llvm::Value *argumentAlias(llvm::IRBuilderBase &builder) const;
  llvm::Value *resultSite(llvm::IRBuilderBase &builder) const;
  llvm::Value *caller(llvm::IRBuilderBase &builder) const;
  llvm::Value *tailFrom(llvm::IRBuilderBase &builder) const;
  llvm::Value *tailTo(llvm::IRBuilderBase &builder) const;
  llvm::Value *stackLow(llvm::IRBuilderBase &builder) const;
  llvm::Value *context(llvm::IRBuilderBase &builder) const;
  llvm::Value *frame(llvm::IRBuilderBase &builder) const;
  llvm::Value *argument(llvm::IRBuilderBase &builder, unsigned slot) const;
  llvm::Value *result(llvm::IRBuilderBase &builder, unsigned slot) const;
  llvm::Value *variadicCount(llvm::IRBuilderBase &builder) const;
  llvm::Value *variadicEntries(llvm::IRBuilderBase &builder) const;

private:
  llvm::GlobalVariable *base, *mask, *thread, *diverged;

  llvm::Value *field(llvm::IRBuilderBase &builder, size_t offset) const;
};

} // namespace braid
