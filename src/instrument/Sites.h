// Sites: the places of the program that events refer to.
//
// The id of a branch or switch is made from where it stands in the source (file, function, line, column) and,
// for several at one spot, from their order in what the front end wrote. It is attached as metadata before any
// optimisation and travels with the instruction, also through inlining: a branch of an inline function is one
// place however many copies of it there are, in this build and the next.
#pragma once

#include "instrument/Ways.h"
#include "trace/format.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

namespace braid {

class Sites {
public:
  explicit Sites(llvm::Module &module);

  uint64_t idOf(const llvm::Instruction &instruction, unsigned kind) const;
  /// A pointer to the descriptor of the place of this instruction, made on first use.
  llvm::Constant *of(const llvm::Instruction &instruction, unsigned kind);
  /// The number of the flag of its first way, if its ways are counted.
  std::optional<unsigned> firstWay(const llvm::Instruction &decision, unsigned kind);
  WayFlags &wayFlags() { return flags; }
  /// After the last of them. What can follow what is told along with the ways.
  void finish(llvm::ArrayRef<std::pair<uint64_t, uint64_t>> edges);

private:
  llvm::Module &module;
  llvm::StructType *descriptorType;
  bool inModel;
  WayFlags flags;
  llvm::StringMap<llvm::Constant *> strings;
  llvm::DenseMap<std::pair<const llvm::Instruction *, unsigned>, llvm::Constant *> made;
  llvm::DenseMap<std::pair<uint64_t, const void *>, llvm::Constant *> byId;
  llvm::MapVector<llvm::GlobalVariable *, unsigned> firstWays; ///< by descriptor

  llvm::Constant *string(llvm::StringRef text);
};

/// Gives an instruction that the source does not have the id of its spot and this number.
void numberSite(llvm::Instruction &instruction, unsigned ordinal, unsigned kind = BRAID_SITE_BRANCH);

/// True if the module consists of library models (runtime/model.h).
bool isModelFile(const llvm::Module &module);

} // namespace braid
