// Sites: the places of the program that events refer to.
//
// The id of a branch or switch is made from where it stands in the source (file, function, line, column) and,
// for several at one spot, from their order in what the front end wrote. It is attached as metadata before any
// optimisation and travels with the instruction, also through inlining: a branch of an inline function is one
// place however many copies of it there are, in this build and the next.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

namespace braid {

class Sites {
public:
  explicit Sites(llvm::Module &module);

  /// A pointer to the descriptor of the place of this instruction, made on first use.
  llvm::Constant *of(const llvm::Instruction &instruction, unsigned kind);

private:
  llvm::Module &module;
  llvm::StructType *descriptorType;
  bool inModel;
  llvm::StringMap<llvm::Constant *> strings;
  llvm::DenseMap<std::pair<const llvm::Instruction *, unsigned>, llvm::Constant *> made;
  llvm::DenseMap<std::pair<uint64_t, const void *>, llvm::Constant *> byId;

  llvm::Constant *string(llvm::StringRef text);
};

/// Gives an instruction that the source does not have the id of its spot and this number.
void numberSite(llvm::Instruction &instruction, unsigned ordinal);

/// True if the module consists of library models (runtime/model.h).
bool isModelFile(const llvm::Module &module);

} // namespace braid
