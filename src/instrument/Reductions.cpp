// Intrinsics that make one number of all lanes of a vector become the operations they stand for, lane by lane:
// those have symbolic meaning already. A sum or product of floats without permission to reorder is computed from
// the start value on, in the order of the lanes, as the language reference has it.
#include "instrument/Prepare.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace braid {

static Value *combine(IRBuilder<> &builder, Intrinsic::ID reduction, Value *a, Value *b) {
  switch (reduction) {
  case Intrinsic::vector_reduce_add:
    return builder.CreateAdd(a, b);
  case Intrinsic::vector_reduce_mul:
    return builder.CreateMul(a, b);
  case Intrinsic::vector_reduce_and:
    return builder.CreateAnd(a, b);
  case Intrinsic::vector_reduce_or:
    return builder.CreateOr(a, b);
  case Intrinsic::vector_reduce_xor:
    return builder.CreateXor(a, b);
  case Intrinsic::vector_reduce_smin:
    return builder.CreateBinaryIntrinsic(Intrinsic::smin, a, b);
  case Intrinsic::vector_reduce_smax:
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, a, b);
  case Intrinsic::vector_reduce_umin:
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, a, b);
  case Intrinsic::vector_reduce_umax:
    return builder.CreateBinaryIntrinsic(Intrinsic::umax, a, b);
  case Intrinsic::vector_reduce_fadd:
    return builder.CreateFAdd(a, b);
  case Intrinsic::vector_reduce_fmul:
    return builder.CreateFMul(a, b);
  case Intrinsic::vector_reduce_fmin:
    return builder.CreateMinNum(a, b);
  case Intrinsic::vector_reduce_fmax:
    return builder.CreateMaxNum(a, b);
  default:
    return nullptr;
  }
}

static Value *expand(IntrinsicInst &reduction) {
  Intrinsic::ID which = reduction.getIntrinsicID();
  if (which == Intrinsic::vector_reduce_fminimum || which == Intrinsic::vector_reduce_fmaximum)
    return nullptr;
  bool hasStart = which == Intrinsic::vector_reduce_fadd || which == Intrinsic::vector_reduce_fmul;
  Value *vector = reduction.getArgOperand(hasStart ? 1 : 0);
  IRBuilder<> builder(&reduction);
  if (isa<FPMathOperator>(reduction))
    builder.setFastMathFlags(reduction.getFastMathFlags());
  Value *total = hasStart ? reduction.getArgOperand(0) : builder.CreateExtractElement(vector, uint64_t(0));
  unsigned lanes = cast<FixedVectorType>(vector->getType())->getNumElements();
  for (unsigned i = hasStart ? 0 : 1; i < lanes && total; i++)
    total = combine(builder, which, total, builder.CreateExtractElement(vector, uint64_t(i)));
  return total;
}

PreservedAnalyses ExpandReductionsPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<IntrinsicInst *> reductions;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
          intrinsic && intrinsic->getCalledFunction()->getName().starts_with("llvm.vector.reduce."))
        reductions.push_back(intrinsic);
  bool changed = false;
  for (IntrinsicInst *reduction : reductions)
    if (Value *value = expand(*reduction)) {
      reduction->replaceAllUsesWith(value);
      reduction->eraseFromParent();
      changed = true;
    }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace braid
