// A division can end the program: by zero, and where the smallest number is divided by -1. That is a decision like
// any other, and one that the source does not show: so before each division stands a branch on it, whose two sides
// lead to the same place. It is recorded if the operands depend on input, and the optimiser removes the rest.
#include "instrument/Prepare.h"
#include "instrument/Sites.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace braid {

static bool isDivision(const Instruction &instruction) {
  return isa<BinaryOperator>(instruction) && instruction.getType()->isIntegerTy() &&
         (instruction.getOpcode() == Instruction::UDiv || instruction.getOpcode() == Instruction::SDiv ||
          instruction.getOpcode() == Instruction::URem || instruction.getOpcode() == Instruction::SRem);
}

/// `ordinal` tells the two branches of one division apart.
static void branchBefore(Instruction &division, Value *condition, unsigned ordinal) {
  BasicBlock *before = division.getParent();
  BasicBlock *after = SplitBlock(before, &division);
  before->getTerminator()->eraseFromParent();
  // A block of its own for one side: a branch whose sides are one would not be one.
  BasicBlock *aside = BasicBlock::Create(before->getContext(), "", before->getParent(), after);
  IRBuilder<>(aside).CreateBr(after)->setDebugLoc(division.getDebugLoc());
  BranchInst *branch = IRBuilder<>(before).CreateCondBr(condition, aside, after);
  branch->setDebugLoc(division.getDebugLoc());
  numberSite(*branch, 2000 + ordinal);
}

PreservedAnalyses BranchOnDivisionsPass::run(Module &module, ModuleAnalysisManager &) {
  if (isInstrumented(module))
    return PreservedAnalyses::all();
  SmallVector<Instruction *> divisions;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (isDivision(instruction) && !isa<Constant>(instruction.getOperand(1)))
        divisions.push_back(&instruction);
  for (Instruction *division : divisions) {
    Value *dividend = division->getOperand(0), *divisor = division->getOperand(1);
    Type *type = division->getType();
    Value *isZero = IRBuilder<>(division).CreateICmpEQ(divisor, ConstantInt::get(type, 0));
    branchBefore(*division, isZero, 0);
    bool isSigned = division->getOpcode() == Instruction::SDiv || division->getOpcode() == Instruction::SRem;
    auto *known = dyn_cast<ConstantInt>(dividend);
    if (!isSigned || type->getIntegerBitWidth() == 1 || (known && !known->getValue().isMinSignedValue()))
      continue;
    IRBuilder<> builder(division);
    APInt smallest = APInt::getSignedMinValue(type->getIntegerBitWidth());
    Value *overflows = builder.CreateAnd(builder.CreateICmpEQ(dividend, ConstantInt::get(type, smallest)),
                                         builder.CreateICmpEQ(divisor, Constant::getAllOnesValue(type)));
    branchBefore(*division, overflows, 1);
  }
  return divisions.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace braid
