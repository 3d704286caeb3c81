// Calls of library functions that we have a model of become calls of the model (runtime/model.h). A program
// that defines such a function itself keeps its own: where the definition is visible nothing is renamed, and
// beside the definition an alias with the model's name is put, which takes precedence over the model (a weak
// symbol) in files that only see the declaration.
#include "instrument/Prepare.h"
#include "instrument/Sites.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/GlobalAlias.h"

using namespace llvm;

namespace braid {

static const StringSet<> &modelled() {
  static const StringSet<> names = {
#define BRAID_MODEL_NAME(name) #name,
#include "runtime/models.def"
#undef BRAID_MODEL_NAME
  };
  return names;
}

PreservedAnalyses LibraryModelsPass::run(Module &module, ModuleAnalysisManager &) {
  if (isModelFile(module))
    return PreservedAnalyses::all();
  SmallVector<Function *> candidates;
  for (Function &function : module)
    if (!function.hasLocalLinkage() && !function.isIntrinsic() && modelled().contains(function.getName()))
      candidates.push_back(&function);
  for (Function *function : candidates) {
    std::string name = ("__braid_model_" + function->getName()).str();
    if (!function->isDeclaration() && !function->hasAvailableExternallyLinkage()) {
      auto *alias = GlobalAlias::create(GlobalValue::ExternalLinkage, name, function);
      alias->setVisibility(function->getVisibility());
      continue;
    }
    if (function->hasAvailableExternallyLinkage())
      function->deleteBody(); /* an inline copy of the library's function */
    if (GlobalValue *existing = module.getNamedValue(name)) {
      function->replaceAllUsesWith(existing);
      continue;
    }
    function->setLinkage(GlobalValue::ExternalLinkage);
    function->setName(name);
  }
  return PreservedAnalyses::none();
}

} // namespace braid
