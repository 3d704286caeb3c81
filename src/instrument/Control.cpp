// Terminators: the decisions.
#include "instrument/FunctionInstrumenter.h"
#include "runtime/api.h"

using namespace llvm;

namespace braid {

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
