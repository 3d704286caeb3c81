// The entry point of the plugin: says which LLVM it was built for, and puts our passes at the start of the
// pipeline.
//
// Why at the start. Late in the pipeline the optimiser has turned branches into selects, merged conditions and
// made tables of switches: fewer decisions, but no longer those of the source, which is what people want to
// explore, cover and read. So the code is tidied up lightly (Prepare.cpp), instrumented, and then optimised
// like any other code, with the fast path as its hot path.
#include "instrument/Prepare.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/CommandLine.h"

static_assert(LLVM_VERSION_MAJOR == BRAID_LLVM_MAJOR, "the headers are of another LLVM than the build asked for");

/// Instrumented functions have many more blocks than others. LLVM looks at the whole of a function again after
/// each small improvement before code generation, unless it is "huge", which begins at ten thousand blocks.
static void lowerHugeFunctions() {
  auto &options = llvm::cl::getRegisteredOptions();
  auto found = options.find("cgpp-huge-func");
  if (found != options.end() && found->second->getNumOccurrences() == 0)
    static_cast<llvm::cl::opt<unsigned> *>(found->second)->setValue(500);
}

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "braid", LLVM_VERSION_STRING, [](llvm::PassBuilder &builder) {
            lowerHugeFunctions();
            builder.registerPipelineStartEPCallback(
                [&builder](llvm::ModulePassManager &passes, llvm::OptimizationLevel level) {
                  braid::addPasses(builder, passes, level);
                });
          }};
}
