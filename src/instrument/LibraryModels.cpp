// Calls of library functions that we have a model of become calls of the model (runtime/model.h). A program
// that defines such a function itself keeps its own: where the definition is visible nothing is renamed, and
// beside the definition an alias with the model's name is put, which takes precedence over the model (a weak
// symbol) in files that only see the declaration. Definitions that the C++ library's headers bring along are not
// the program's own: they are bypassed.
#include "instrument/LibraryModels.h"

#include "instrument/Prepare.h"
#include "instrument/Sites.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/Intrinsics.h"

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

/// A copy of a function of the C++ library, made from its header. Nobody else may define names like these.
static bool isLibraryCopy(const Function &function) {
  return (function.hasLinkOnceODRLinkage() || function.hasWeakODRLinkage()) &&
         (function.getName().starts_with("_ZN") || function.getName().starts_with("_ZS"));
}

static void bypass(Function &function, const Twine &name) {
  Module &module = *function.getParent();
  auto *model = Function::Create(function.getFunctionType(), GlobalValue::ExternalLinkage, name, module);
  model->setAttributes(function.getAttributes());
  /* Another name for the function, such as the second name of a constructor, has to stay one of a definition. */
  function.replaceUsesWithIf(model, [](const Use &use) { return !isa<GlobalAlias>(use.getUser()); });
  if (function.use_empty() && function.isDiscardableIfUnused())
    function.eraseFromParent();
}

const Sink *sinkOf(StringRef name) {
  static const StringMap<Sink> sinks = {
#define BRAID_SINK(name) {#name, {Sink::None, 0}},
#define BRAID_SINK_STREAM(name, argument) {#name, {Sink::Stream, argument}},
#define BRAID_SINK_FILE(name, argument) {#name, {Sink::File, argument}},
#define BRAID_SINK_DESCRIPTOR(name, argument) {#name, {Sink::Descriptor, argument}},
#include "runtime/sinks.def"
#undef BRAID_SINK
#undef BRAID_SINK_STREAM
#undef BRAID_SINK_FILE
#undef BRAID_SINK_DESCRIPTOR
  };
  auto found = sinks.find(name);
  return found == sinks.end() ? nullptr : &found->second;
}

const Sink *sinkOf(const Function *function) {
  return function && function->isDeclaration() ? sinkOf(function->getName()) : nullptr;
}

bool isBystander(StringRef name) {
  static const StringSet<> names = {
#define BRAID_BYSTANDER(name) #name,
#define BRAID_BYSTANDERS(beginning)
#include "runtime/bystanders.def"
#undef BRAID_BYSTANDER
#undef BRAID_BYSTANDERS
  };
  static const StringRef beginnings[] = {
#define BRAID_BYSTANDER(name)
#define BRAID_BYSTANDERS(beginning) #beginning,
#include "runtime/bystanders.def"
#undef BRAID_BYSTANDER
#undef BRAID_BYSTANDERS
  };
  return names.contains(name) || name.contains("__throw_") ||
         any_of(beginnings, [&](StringRef each) { return name.starts_with(each); });
}

/// With -fno-math-errno Clang has intrinsics for some functions. They are calls of the library in the end.
static StringRef functionOf(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::sin:
    return "sin";
  case Intrinsic::cos:
    return "cos";
  case Intrinsic::tan:
    return "tan";
  case Intrinsic::exp:
    return "exp";
  case Intrinsic::exp2:
    return "exp2";
  case Intrinsic::exp10:
    return "exp10";
  case Intrinsic::log:
    return "log";
  case Intrinsic::log2:
    return "log2";
  case Intrinsic::log10:
    return "log10";
  case Intrinsic::pow:
    return "pow";
  default:
    return {};
  }
}

static void callLibrary(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    StringRef name = functionOf(function.getIntrinsicID());
    Type *type = function.getReturnType();
    if (name.empty() || !(type->isDoubleTy() || type->isFloatTy()))
      continue;
    FunctionCallee library =
        module.getOrInsertFunction((name + (type->isFloatTy() ? "f" : "")).str(), function.getFunctionType());
    if (isa<Function>(library.getCallee()))
      function.replaceAllUsesWith(library.getCallee());
  }
}

PreservedAnalyses LibraryModelsPass::run(Module &module, ModuleAnalysisManager &) {
  if (isModelFile(module) || isInstrumented(module))
    return PreservedAnalyses::all();
  callLibrary(module);
  SmallVector<Function *> candidates;
  for (Function &function : module)
    if (!function.hasLocalLinkage() && !function.isIntrinsic() && modelled().contains(function.getName()))
      candidates.push_back(&function);
  for (Function *function : candidates) {
    std::string name = ("__braid_model_" + function->getName()).str();
    if (!function->isDeclaration() && isLibraryCopy(*function)) {
      bypass(*function, name);
      continue;
    }
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
