// The C library gives constructors the arguments and the environment of the program, like main. Both can be input,
// and reading them is no call that a model could notice. So a constructor that uses what it is given, or that is
// in one file with a use of `environ`, begins with a call that tells the runtime (src/runtime/early.c), which may
// then arrange for runs to begin before constructors.
#include "instrument/Constructors.h"

#include "runtime/api.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace braid {

using Functions = SmallSetVector<Function *, 8>;

/// The functions that a constant consists of.
static void collect(Value *value, Functions &found) {
  if (auto *function = dyn_cast<Function>(value->stripPointerCasts()))
    found.insert(function);
  else if (auto *aggregate = dyn_cast<ConstantAggregate>(value))
    for (Use &part : aggregate->operands())
      collect(part, found);
}

/// Those that the compiler lists, and those that the program puts into the linker's tables itself.
static Functions constructorsOf(Module &module) {
  Functions found;
  for (GlobalVariable &global : module.globals()) {
    StringRef section = global.getSection();
    if (global.hasInitializer() &&
        (global.getName() == "llvm.global_ctors" || section.starts_with(".init_array") ||
         section.starts_with(".preinit_array") || section.starts_with(".ctors")))
      collect(global.getInitializer(), found);
  }
  return found;
}

static bool usesEnvironment(const Module &module) {
  for (StringRef name : {"environ", "__environ", "_environ"})
    if (const GlobalVariable *variable = module.getNamedGlobal(name); variable && !variable->use_empty())
      return true;
  return false;
}

void announceConstructors(Module &module) {
  constexpr unsigned arguments = 1u << BRAID_SOURCE_ARG, environment = 1u << BRAID_SOURCE_ENV;
  const unsigned elsewhere = usesEnvironment(module) ? environment : 0;
  for (Function *function : constructorsOf(module)) {
    if (function->isDeclaration())
      continue;
    unsigned kinds = elsewhere;
    for (const Argument &argument : function->args())
      if (!argument.use_empty())
        kinds |= argument.getArgNo() < 2 ? arguments : environment;
    if (!kinds)
      continue;
    IRBuilder<> builder(&*function->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    FunctionCallee announce =
        module.getOrInsertFunction("__braid_constructor", builder.getVoidTy(), builder.getInt32Ty());
    builder.CreateCall(announce, builder.getInt32(kinds));
  }
}

} // namespace braid
