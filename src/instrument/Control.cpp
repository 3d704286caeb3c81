// Terminators: the decisions.
#include "instrument/FunctionInstrumenter.h"
#include "runtime/api.h"

using namespace llvm;

namespace braid {

/// The most frequent decision of all, a comparison made for this branch alone, is one call in the slow path.
bool FunctionInstrumenter::branchOnComparison(Instruction &branch, ICmpInst &compare) {
  Value *left = compare.getOperand(0), *right = compare.getOperand(1);
  if (!compare.hasOneUse() || !pending.contains(&compare) || layout.getTypeSizeInBits(left->getType()) > 64)
    return false;
  pending.remove(&compare);
  SetVector<Value *> questions;
  ask(questions, left);
  ask(questions, right);
  flush(&branch, questions.getArrayRef(), [&](Builder &builder) {
    Comparison how = *comparisonOf(compare.getPredicate());
    if (how.swap)
      std::swap(left, right);
    Value *word = builder.getInt32(operationWord(how.op, 1, layout.getTypeSizeInBits(left->getType())));
    api.slow(builder, api.branchOn,
             {site(branch, BRAID_SITE_BRANCH), word, labelOf(left), labelOf(right), bits(builder, left),
              bits(builder, right), builder.CreateZExt(&compare, api.i32)});
  });
  labels[&compare] = zeros(compare.getType());
  return true;
}

void FunctionInstrumenter::visitTerminator(Instruction &terminator) {
  if (auto *leave = dyn_cast<ReturnInst>(&terminator))
    return visitReturn(*leave);
  Value *decidedBy = nullptr;
  if (auto *branch = dyn_cast<BranchInst>(&terminator); branch && branch->isConditional())
    decidedBy = branch->getCondition();
  else if (auto *choice = dyn_cast<SwitchInst>(&terminator))
    decidedBy = choice->getCondition();
  else if (auto *jump = dyn_cast<IndirectBrInst>(&terminator))
    decidedBy = jump->getAddress();
  if (!decidedBy || !maybe.value(decidedBy))
    return flush(&terminator);

  if (auto *compare = dyn_cast<ICmpInst>(decidedBy))
    if (isa<BranchInst>(terminator) && branchOnComparison(terminator, *compare))
      return;
  SetVector<Value *> questions;
  ask(questions, decidedBy);
  flush(&terminator, questions.getArrayRef(), [&](Builder &builder) {
    Value *label = labelOf(decidedBy);
    if (label == zero())
      return;
    if (isa<BranchInst>(terminator))
      api.slow(builder, api.branch,
               {site(terminator, BRAID_SITE_BRANCH), label, builder.CreateZExt(decidedBy, api.i32)});
    else if (isa<IndirectBrInst>(terminator))
      api.slow(builder, api.target, {site(terminator, BRAID_SITE_OTHER), label});
    else if (decidedBy->getType()->getIntegerBitWidth() > 64)
      reportLost(builder, terminator, decidedBy, BRAID_LOST_OPERATION);
    else
      api.slow(builder, api.choice, {site(terminator, BRAID_SITE_SWITCH), label, bits(builder, decidedBy)});
  });
}

} // namespace braid
