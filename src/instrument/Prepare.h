// What happens to a module before and around instrumentation: the order of our passes.
#pragma once

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"

namespace llvm {
class PassBuilder;
class StringRef;
} // namespace llvm

namespace braid {

void addPasses(llvm::PassBuilder &builder, llvm::ModulePassManager &passes, llvm::OptimizationLevel level);

/// The module comes from LLVM code that was instrumented when it was written: it stays as it is.
bool isInstrumented(const llvm::Module &module);

/// Instruments every function of the module (FunctionInstrumenter.h).
struct InstrumentPass : llvm::PassInfoMixin<InstrumentPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Gives branches and switches their stable ids, while the code is still as the front end wrote it.
struct NumberSitesPass : llvm::PassInfoMixin<NumberSitesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// On calls of functions that were declared input: what they return goes nowhere (InputFunctions.cpp).
inline constexpr const char *replacedByInput = "braid-replaced";

/// In a compilation for merging paths: nothing lives in registers across decisions (State.cpp).
struct StateToMemoryPass : llvm::PassInfoMixin<StateToMemoryPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

/// Makes what Clang checks with -fsanitize= checks of ours (Checks.cpp).
struct TakeChecksPass : llvm::PassInfoMixin<TakeChecksPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// What is called true at a branch stays so (Directions.cpp): the first before the optimiser, the second after it.
struct MarkDirectionsPass : llvm::PassInfoMixin<MarkDirectionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};
struct RestoreDirectionsPass : llvm::PassInfoMixin<RestoreDirectionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Makes the end that a division can bring a decision (Divisions.cpp).
struct BranchOnDivisionsPass : llvm::PassInfoMixin<BranchOnDivisionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Makes operations on lanes of the intrinsics that reduce a vector (Reductions.cpp).
struct ExpandReductionsPass : llvm::PassInfoMixin<ExpandReductionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Says of products and sums which of them are one operation (Fusion.cpp).
struct FusePass : llvm::PassInfoMixin<FusePass> {
  bool isOptimised; ///< without optimisation only what is marked within an expression is fused
  explicit FusePass(bool isOptimised) : isOptimised(isOptimised) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Whether the function is compiled for a processor with this feature ("fma").
bool hasFeature(const llvm::Function &function, llvm::StringRef name);

/// Makes the results of functions that the user names input (InputFunctions.cpp).
struct InputFunctionsPass : llvm::PassInfoMixin<InputFunctionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Makes calls of modelled library functions calls of our models (LibraryModels.cpp).
struct LibraryModelsPass : llvm::PassInfoMixin<LibraryModelsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace braid
