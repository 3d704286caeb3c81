// Where a product and a sum become one operation with one rounding is decided by the code generator: long after
// instrumentation, and for the program's own operations alone, so that what is recorded of them would be another
// number. Here it is decided before, in the way the code generator would, and said: llvm.fma is an operation that
// a trace has. Nothing is left that could be fused later.
//
// By default Clang marks what it may fuse, a product and a sum within one expression (llvm.fmuladd). On a machine
// that has the operation it is always fused; on another one never, except that constants are folded as if it were,
// so there it stays what it is. With -ffp-contract=fast every product may be fused with the sum that it goes into;
// there the code generator looks at one block at a time and wants the product to have no other use. braid-cc says
// -ffp-contract=fast-honor-pragmas instead, which differs only in that the code generator keeps to the marks.
#include "instrument/Prepare.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace braid {

bool hasFeature(const Function &function, StringRef name) {
  SmallVector<StringRef> features;
  function.getFnAttribute("target-features").getValueAsString().split(features, ',');
  for (StringRef feature : reverse(features))
    if (feature.drop_front(std::min<size_t>(1, feature.size())) == name)
      return feature.front() == '+';
  return false;
}

static bool isFused(const Type *type) {
  const Type *scalar = type->getScalarType();
  return scalar->isFloatTy() || scalar->isDoubleTy();
}

static void replace(Instruction &instruction, Value *by) {
  by->takeName(&instruction);
  instruction.replaceAllUsesWith(by);
  instruction.eraseFromParent();
}

/// The marked product that the code generator would take into this sum.
static BinaryOperator *productIn(const BinaryOperator &sum, unsigned operand) {
  auto *product = dyn_cast<BinaryOperator>(sum.getOperand(operand));
  bool fits = product && product->getOpcode() == Instruction::FMul && product->hasAllowContract() &&
              product->hasOneUse() && product->getParent() == sum.getParent();
  return fits ? product : nullptr;
}

static bool fuse(BinaryOperator &sum) {
  bool isDifference = sum.getOpcode() == Instruction::FSub;
  if ((sum.getOpcode() != Instruction::FAdd && !isDifference) || !sum.hasAllowContract() ||
      !isFused(sum.getType()))
    return false;
  BinaryOperator *first = productIn(sum, 0), *product = first ? first : productIn(sum, 1);
  if (!product)
    return false;
  IRBuilder<> builder(&sum);
  builder.setFastMathFlags(sum.getFastMathFlags());
  Value *a = product->getOperand(0), *b = product->getOperand(1), *c = sum.getOperand(first ? 1 : 0);
  if (isDifference) // a * b - c, or c - a * b
    (first ? c : a) = builder.CreateFNeg(first ? c : a);
  replace(sum, builder.CreateIntrinsic(Intrinsic::fma, {sum.getType()}, {a, b, c}));
  product->eraseFromParent();
  return true;
}

static void fuseIn(Function &function, bool alsoMarked) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    auto *operation = dyn_cast<BinaryOperator>(&instruction);
    if (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::fmuladd && isFused(intrinsic->getType())) {
      IRBuilder<> builder(intrinsic);
      builder.setFastMathFlags(intrinsic->getFastMathFlags());
      replace(*intrinsic, builder.CreateIntrinsic(Intrinsic::fma, {intrinsic->getType()},
                                                  {intrinsic->getArgOperand(0), intrinsic->getArgOperand(1),
                                                   intrinsic->getArgOperand(2)}));
    } else if (operation && alsoMarked) {
      fuse(*operation);
    }
  }
}

PreservedAnalyses FusePass::run(Function &function, FunctionAnalysisManager &) {
  if (!hasFeature(function, "fma") && !hasFeature(function, "fma4"))
    return PreservedAnalyses::all();
  fuseIn(function, isOptimised);
  for (Instruction &instruction : instructions(function))
    if (isa<FPMathOperator>(instruction) && instruction.hasAllowContract())
      instruction.setHasAllowContract(false);
  // What stands for permission to reorder is for the code generator also one to fuse.
  if (function.hasFnAttribute("unsafe-fp-math"))
    function.addFnAttr("unsafe-fp-math", "false");
  return PreservedAnalyses::none();
}

} // namespace braid
