// The passes before instrumentation remove what only the front end needs (memory for every variable, calls of
// one-line functions) and nothing that a person would recognise: no branch becomes a select, no two conditions
// become one. Every variable that is a register before instrumentation is one that costs no shadow memory.
#include "instrument/Prepare.h"

#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Coroutines/CoroCleanup.h"
#include "llvm/Transforms/Coroutines/CoroEarly.h"
#include "llvm/Transforms/Coroutines/CoroSplit.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/IPO/ModuleInliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Scalar/TailRecursionElimination.h"

using namespace llvm;

namespace braid {

static SimplifyCFGOptions keepBranches() {
  return SimplifyCFGOptions()
      .bonusInstThreshold(0)
      .setSimplifyCondBranch(false)
      .speculateBlocks(false)
      .hoistCommonInsts(false)
      .sinkCommonInsts(false)
      .convertSwitchRangeToICmp(false)
      .convertSwitchToLookupTable(false)
      .needCanonicalLoops(true);
}

static FunctionPassManager tidy() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass(keepBranches()));
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass(keepBranches()));
  return passes;
}

bool isInstrumented(const Module &module) { return module.getNamedMetadata("braid.instrumented") != nullptr; }

namespace {
/// A coroutine is instrumented as what it becomes: functions for its start, its continuation and its end.
struct SplitCoroutinesPass : PassInfoMixin<SplitCoroutinesPass> {
  bool optimise;
  explicit SplitCoroutinesPass(bool optimise) : optimise(optimise) {}
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &analyses) {
    if (none_of(module, [](const Function &function) { return function.isPresplitCoroutine(); }))
      return PreservedAnalyses::all();
    ModulePassManager passes;
    passes.addPass(CoroEarlyPass());
    passes.addPass(createModuleToPostOrderCGSCCPassAdaptor(CoroSplitPass(optimise)));
    passes.addPass(CoroCleanupPass());
    return passes.run(module, analyses);
  }
};
} // namespace

void addPasses(PassBuilder &, ModulePassManager &passes, OptimizationLevel level) {
  passes.addPass(TakeChecksPass());
  passes.addPass(NumberSitesPass());
  passes.addPass(SplitCoroutinesPass(level != OptimizationLevel::O0));
  passes.addPass(MarkDirectionsPass());
  passes.addPass(ExpandReductionsPass());
  passes.addPass(InputFunctionsPass());
  passes.addPass(LibraryModelsPass());
  if (level == OptimizationLevel::O0) {
    passes.addPass(AlwaysInlinerPass(/*InsertLifetime=*/false));
    passes.addPass(createModuleToFunctionPassAdaptor(SROAPass(SROAOptions::PreserveCFG)));
  } else {
    passes.addPass(createModuleToFunctionPassAdaptor(tidy()));
    passes.addPass(AlwaysInlinerPass(/*InsertLifetime=*/true));
    ModuleInlinerWrapperPass inliner(getInlineParams(level.getSpeedupLevel(), level.getSizeLevel()));
    FunctionPassManager afterInlining = tidy();
    afterInlining.addPass(TailCallElimPass());
    inliner.getPM().addPass(createCGSCCToFunctionPassAdaptor(std::move(afterInlining)));
    passes.addPass(std::move(inliner));
    passes.addPass(GlobalDCEPass());
  }
  passes.addPass(createModuleToFunctionPassAdaptor(FusePass(level != OptimizationLevel::O0)));
  passes.addPass(RestoreDirectionsPass());
  passes.addPass(BranchOnDivisionsPass());
  passes.addPass(StateToMemoryPass());
  passes.addPass(InstrumentPass());
}

} // namespace braid
