// Which way a branch is called "taken" must not depend on the optimiser, which likes to turn a condition round and
// exchange the two ways. LLVM exchanges the weights of a branch with its ways, so weights that no branch has are
// put on every branch before, and say afterwards which were turned round: these are turned back. Weights that were
// there (from a profile) are kept aside meanwhile.
//
// A switch whose block has nothing else in it becomes one with a comparison before it, and one whose cases have
// nothing in them becomes a formula; then they are no place of the source any more. So something is put before
// every switch and where it leads: calls of a function that does not exist.
#include "instrument/Prepare.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ProfDataUtils.h"

using namespace llvm;

namespace braid {

static constexpr uint32_t weightOfTrue = 1000003, weightOfFalse = 1000033; /* about even */
static constexpr const char *keptAside = "braid.weights";

static constexpr const char *companion = "braid.switch";

/// As that of "case 1: break;", which leads where the switch ends.
static bool isEmpty(const BasicBlock &block) {
  const auto *first = dyn_cast<BranchInst>(block.getFirstNonPHIOrDbg());
  return first && first->isUnconditional();
}

static void accompanySwitches(Module &module) {
  SetVector<Instruction *> before;
  for (Function &function : module)
    for (BasicBlock &block : function)
      if (auto *choice = dyn_cast_or_null<SwitchInst>(block.getTerminator())) {
        before.insert(choice);
        for (BasicBlock *next : successors(&block))
          if (!next->isEHPad() && !isEmpty(*next))
            before.insert(&*next->getFirstInsertionPt());
      }
  for (Instruction *each : before) {
    CallInst *call =
        IRBuilder<>(each).CreateCall(module.getOrInsertFunction(companion, Type::getVoidTy(module.getContext())));
    call->setDoesNotThrow();
    call->addFnAttr(Attribute::WillReturn);
    call->setOnlyAccessesInaccessibleMemory();
  }
}

static void removeCompanions(Module &module) {
  Function *function = module.getFunction(companion);
  if (!function)
    return;
  for (User *user : make_early_inc_range(function->users()))
    cast<Instruction>(user)->eraseFromParent();
  function->eraseFromParent();
}

template <class Each> static void forEachBranch(Module &module, Each each) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *branch = dyn_cast<BranchInst>(&instruction); branch && branch->isConditional())
        each(*branch);
}

PreservedAnalyses MarkDirectionsPass::run(Module &module, ModuleAnalysisManager &) {
  if (isInstrumented(module))
    return PreservedAnalyses::all();
  MDNode *mark = MDBuilder(module.getContext()).createBranchWeights(weightOfTrue, weightOfFalse);
  forEachBranch(module, [&](BranchInst &branch) {
    branch.setMetadata(keptAside, branch.getMetadata(LLVMContext::MD_prof));
    branch.setMetadata(LLVMContext::MD_prof, mark);
  });
  accompanySwitches(module);
  return PreservedAnalyses::none();
}

static void turnBack(BranchInst &branch) {
  Value *condition = branch.getCondition();
  auto *comparison = dyn_cast<CmpInst>(condition);
  if (comparison && comparison->hasOneUse())
    comparison->setPredicate(comparison->getInversePredicate());
  else
    branch.setCondition(IRBuilder<>(&branch).CreateNot(condition));
  branch.swapSuccessors();
}

PreservedAnalyses RestoreDirectionsPass::run(Module &module, ModuleAnalysisManager &) {
  if (isInstrumented(module))
    return PreservedAnalyses::all();
  forEachBranch(module, [&](BranchInst &branch) {
    uint64_t first, second;
    if (!extractBranchWeights(branch, first, second))
      return;
    if (first == weightOfFalse && second == weightOfTrue)
      turnBack(branch);
    branch.setMetadata(LLVMContext::MD_prof, branch.getMetadata(keptAside));
    branch.setMetadata(keptAside, nullptr);
  });
  removeCompanions(module);
  return PreservedAnalyses::none();
}

} // namespace braid
