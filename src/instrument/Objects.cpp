// Where objects begin and end. An access at a symbolic address needs to know its object; all other accesses should
// not pay for that. So nothing is kept for each pointer: global variables are in a table of the linked unit, and a
// function writes the addresses of its own variables into its frame, linked with the frames of its callers, when
// it is entered. Both only for objects that are indexed, or whose address is given away.
#include "instrument/Objects.h"

#include "instrument/FunctionInstrumenter.h"
#include "runtime/api.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace braid {

static bool isIndexed(const Value *pointer, unsigned depth) {
  if (depth == 0)
    return true;
  for (const Use &use : pointer->uses()) {
    const User *user = use.getUser();
    if (isa<LoadInst>(user) || isa<ICmpInst>(user))
      continue;
    if (const auto *store = dyn_cast<StoreInst>(user)) {
      if (store->getValueOperand() == pointer)
        return true;
    } else if (const auto *step = dyn_cast<GEPOperator>(user)) {
      if (!step->hasAllConstantIndices() || isIndexed(user, depth - 1))
        return true;
    } else if (isa<BitCastOperator>(user)) {
      if (isIndexed(user, depth - 1))
        return true;
    } else if (const auto *block = dyn_cast<MemIntrinsic>(user)) {
      if (!isa<ConstantInt>(block->getLength()))
        return true; /* which may be too long for it */
    } else if (const auto *intrinsic = dyn_cast<IntrinsicInst>(user)) {
      if (!intrinsic->isLifetimeStartOrEnd() && !intrinsic->isDroppable() && !isa<DbgInfoIntrinsic>(intrinsic))
        return true;
    } else {
      return true; /* given away, or chosen between this and another one */
    }
  }
  return false;
}

bool needsBounds(const Value *pointer, Type *type) {
  constexpr unsigned mostSteps = 16;
  if (type->isArrayTy() || type->isStructTy())
    return isIndexed(pointer, mostSteps);
  /* Of a single value only that matters which a table of pointers may lead to. */
  return any_of(pointer->uses(), [&](const Use &use) {
    const auto *store = dyn_cast<StoreInst>(use.getUser());
    return isa<PHINode>(use.getUser()) || isa<SelectInst>(use.getUser()) || isa<Constant>(use.getUser()) ||
           (store && store->getValueOperand() == pointer);
  });
}

/// Texts that are only handed to functions elsewhere, as formats and messages are.
static bool isOnlyShown(const GlobalVariable &global) {
  return global.isConstant() && all_of(global.uses(), [](const Use &use) {
           const auto *call = dyn_cast<CallBase>(use.getUser());
           return call && !isa<MemIntrinsic>(call) && call->getCalledFunction() &&
                  call->getCalledFunction()->isDeclaration();
         });
}

void noteGlobals(Module &module) {
  LLVMContext &context = module.getContext();
  Type *i64 = Type::getInt64Ty(context);
  StructType *entry = StructType::get(context, {PointerType::getUnqual(context), i64});
  SmallVector<Constant *> entries;
  for (GlobalVariable &global : module.globals()) {
    /* A local name in a group that the linker may drop cannot be referred to from outside of it. */
    bool isElsewhere = global.isDeclaration() || global.hasAvailableExternallyLinkage() ||
                       (global.hasComdat() && global.hasLocalLinkage());
    if (isElsewhere || global.isThreadLocal() || global.hasSection() || global.getName().starts_with("llvm.") ||
        global.getName().starts_with("braid.") || global.getName().starts_with("__braid") || isOnlyShown(global) ||
        !needsBounds(&global, global.getValueType()))
      continue;
    uint64_t bytes = module.getDataLayout().getTypeAllocSize(global.getValueType());
    if (bytes)
      entries.push_back(ConstantStruct::get(entry, {&global, ConstantInt::get(i64, bytes)}));
  }
  if (entries.empty())
    return;
  auto *table =
      new GlobalVariable(module, ArrayType::get(entry, entries.size()), true, GlobalValue::PrivateLinkage,
                         ConstantArray::get(ArrayType::get(entry, entries.size()), entries), "braid.objects");
  table->setSection("braid_objects");
  table->setAlignment(Align(8));
  appendToCompilerUsed(module, {table});
}

/// Fills in a braid_frame and makes it the innermost one.
static void link(IRBuilderBase &builder, const RuntimeApi &api, Value *frame, Value *outer,
                 ArrayRef<std::pair<Value *, Value *>> objects) {
  auto put = [&](Value *value, uint64_t offset) {
    builder.CreateStore(value, builder.CreateConstGEP1_64(api.i8, frame, offset));
  };
  put(outer, offsetof(braid_frame, outer));
  put(builder.getInt64(objects.size()), offsetof(braid_frame, count));
  uint64_t offset = offsetof(braid_frame, objects);
  for (auto &[address, bytes] : objects) {
    put(address, offset + offsetof(braid_object_desc, address));
    put(bytes, offset + offsetof(braid_object_desc, bytes));
    offset += sizeof(braid_object_desc);
  }
  builder.CreateStore(frame, api.frame(builder));
}

/// At the entry of the function. Where others may come back to it without returning, by an exception or by
/// longjmp, it has to know what was there, too.
void FunctionInstrumenter::noteObjects(Instruction *at) {
  if (modelFile)
    return;
  Builder builder(at);
  SmallVector<std::pair<Value *, Value *>> objects;
  bool comesBack = false;
  for (Instruction &instruction : instructions(function)) {
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      bool isStatic = variable->isStaticAlloca();
      if (!isStatic)
        comesBack = true; /* noted when it is made */
      else if (std::optional<TypeSize> bytes = variable->getAllocationSize(layout);
               bytes && !bytes->isScalable() && bytes->getFixedValue() &&
               !variable->getName().starts_with("braid.") &&
               needsBounds(variable, variable->isArrayAllocation() ? ArrayType::get(api.i8, 1)
                                                                   : variable->getAllocatedType()))
        objects.emplace_back(variable, builder.getInt64(bytes->getFixedValue()));
    } else if (isa<LandingPadInst>(instruction)) {
      comesBack = true;
    } else if (const auto *call = dyn_cast<CallBase>(&instruction)) {
      comesBack |= call->hasFnAttr(Attribute::ReturnsTwice);
    }
  }
  for (Argument &argument : function.args())
    if (argument.hasByValAttr() && needsBounds(&argument, argument.getParamByValType()))
      objects.emplace_back(&argument, builder.getInt64(layout.getTypeAllocSize(argument.getParamByValType())));
  if (objects.empty() && !comesBack)
    return;
  outerFrame = builder.CreateLoad(api.pointer, api.frame(builder));
  if (objects.empty())
    return;
  Builder top(&function.getEntryBlock(), function.getEntryBlock().begin());
  frame = top.CreateAlloca(
      ArrayType::get(api.i64, (sizeof(braid_frame) + objects.size() * sizeof(braid_object_desc)) / 8), nullptr,
      "braid.frame");
  link(builder, api, frame, outerFrame, objects);
}

/// A variable of a length that is known only now.
void FunctionInstrumenter::noteDynamicObject(AllocaInst &variable) {
  if (modelFile || !outerFrame)
    return;
  Builder builder(variable.getNextNode());
  uint64_t element = layout.getTypeAllocSize(variable.getAllocatedType());
  Value *count = builder.CreateZExtOrTrunc(variable.getArraySize(), api.i64);
  Value *bytes = builder.CreateMul(count, builder.getInt64(element));
  Value *made =
      builder.CreateAlloca(ArrayType::get(api.i64, (sizeof(braid_frame) + sizeof(braid_object_desc)) / 8));
  Value *outer = builder.CreateLoad(api.pointer, api.frame(builder));
  link(builder, api, made, outer, {{&variable, bytes}});
}

void FunctionInstrumenter::restoreFrame(Instruction *before) {
  if (!outerFrame)
    return;
  Builder builder(before);
  builder.CreateStore(frame ? frame : outerFrame, api.frame(builder));
}

} // namespace braid
