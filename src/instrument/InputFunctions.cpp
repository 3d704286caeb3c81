// Functions that the user declares to return input (braid-cc --braid-input=NAME): what a call of one returns is
// handed to the runtime, which gives back the engine's value for this call, or the real one, with a label.
#include "instrument/Prepare.h"
#include "target/compile/input_functions.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Process.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace braid {

static StringSet<> declaredInput() {
  StringSet<> names;
  if (auto list = sys::Process::GetEnv(BRAID_INPUT_FUNCTIONS_VARIABLE)) {
    SmallVector<StringRef> parts;
    StringRef(*list).split(parts, ',', -1, /*KeepEmpty=*/false);
    for (StringRef part : parts)
      names.insert(part.trim());
  }
  return names;
}

/// Where the result of a call can first be used.
static Instruction *afterCall(CallBase &call) {
  if (auto *invoke = dyn_cast<InvokeInst>(&call))
    return &*SplitEdge(invoke->getParent(), invoke->getNormalDest())->getFirstInsertionPt();
  return call.getNextNode();
}

/// Library functions that do nothing but look at text and return a number. Nobody needs it then; to follow how it
/// was read would be decisions about nothing.
static bool onlyReturns(StringRef name) {
  return name == "atoi" || name == "atol" || name == "atoll" || name == "atof";
}

static void replaceResult(CallBase &call, StringRef name) {
  Module &module = *call.getModule();
  Type *type = call.getType();
  uint64_t bits = module.getDataLayout().getTypeSizeInBits(type);
  IRBuilder<> builder(afterCall(call));
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  Type *i64 = builder.getInt64Ty();
  FunctionCallee input =
      module.getOrInsertFunction("__braid_input_value", i64, i64, builder.getInt32Ty(), builder.getPtrTy());
  SmallVector<Use *> uses;
  for (Use &use : call.uses())
    uses.push_back(&use);
  const bool isNeeded = !onlyReturns(name) || isa<InvokeInst>(call);
  Value *real = !isNeeded             ? builder.getInt64(0)
                : type->isPointerTy() ? builder.CreatePtrToInt(&call, i64)
                : type->isIntegerTy()
                    ? builder.CreateZExt(&call, i64)
                    : builder.CreateZExt(builder.CreateBitCast(&call, builder.getIntNTy(bits)), i64);
  Value *given = builder.CreateCall(
      input, {real, builder.getInt32(static_cast<uint32_t>((bits + 7) / 8)), builder.CreateGlobalStringPtr(name)});
  Value *result = type->isPointerTy() ? builder.CreateIntToPtr(given, type)
                  : type->isIntegerTy()
                      ? builder.CreateTrunc(given, type)
                      : builder.CreateBitCast(builder.CreateTrunc(given, builder.getIntNTy(bits)), type);
  for (Use *use : uses)
    use->set(result);
  if (isNeeded)
    call.addFnAttr(Attribute::get(module.getContext(), replacedByInput));
  else
    call.eraseFromParent();
}

PreservedAnalyses InputFunctionsPass::run(Module &module, ModuleAnalysisManager &) {
  StringSet<> names = declaredInput();
  if (names.empty() || isInstrumented(module))
    return PreservedAnalyses::all();
  SmallVector<std::pair<CallBase *, StringRef>> calls;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction(); callee && names.contains(callee->getName())) {
          Type *type = call->getType();
          bool fits = (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) || type->isPointerTy() ||
                      type->isFloatTy() || type->isDoubleTy();
          if (fits && !(isa<CallInst>(call) && cast<CallInst>(call)->isMustTailCall()))
            calls.push_back({call, callee->getName()});
        }
  for (auto [call, name] : calls)
    replaceResult(*call, name);
  return PreservedAnalyses::none();
}

} // namespace braid
