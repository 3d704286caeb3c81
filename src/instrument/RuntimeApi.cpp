#include "instrument/RuntimeApi.h"

#include "runtime/api.h"

#include <cstddef>

using namespace llvm;

namespace braid {

RuntimeApi::RuntimeApi(Module &module) {
  LLVMContext &context = module.getContext();
  i8 = Type::getInt8Ty(context);
  i32 = Type::getInt32Ty(context);
  i64 = Type::getInt64Ty(context);
  pointer = PointerType::getUnqual(context);
  Type *nothing = Type::getVoidTy(context);

  auto declare = [&](StringRef name, Type *result, ArrayRef<Type *> parameters) {
    FunctionCallee callee = module.getOrInsertFunction(name, FunctionType::get(result, parameters, false));
    if (auto *function = dyn_cast<Function>(callee.getCallee())) {
      function->setDoesNotThrow();
      function->addFnAttr(Attribute::NonLazyBind);
      if (name != "__braid_start")
        function->addFnAttr(Attribute::Cold);
    }
    return callee;
  };
  node1 = declare("__braid_node1", i32, {i32, i32, i64, i64});
  node2 = declare("__braid_node2", i32, {i32, i32, i32, i64, i64, i64});
  checked = declare("__braid_checked", i32, {pointer, i32, i32, i32, i32, pointer});
  wide = declare("__braid_wide", i32, {pointer, i32, i32, i32, i32, pointer});
  choose = declare("__braid_choose", i32, {i32, i32, i32, i32, i32, i64, i64});
  extract = declare("__braid_extract", i32, {i32, i32, i32});
  fit = declare("__braid_fit", i32, {pointer, i32, i32, i64});
  step = declare("__braid_step", i32, {i32, i32, i32, i64, i64, i64});
  load = declare("__braid_load", i32, {pointer, i64, pointer});
  store = declare("__braid_store", nothing, {pointer, i64, i32});
  loadAt = declare("__braid_load_at", i32, {pointer, i64, pointer, i32});
  storeAt = declare("__braid_store_at", nothing, {pointer, i64, i32, pointer, i32, i64});
  moveAt = declare("__braid_move_at", nothing, {pointer, pointer, i64, pointer, i32, i32});
  unwound = declare("__braid_unwound", nothing, {i64});
  move = declare("__braid_move", nothing, {pointer, pointer, i64});
  fill = declare("__braid_fill", nothing, {pointer, i64, i32});
  clear = declare("__braid_clear", nothing, {pointer, i64});
  any = declare("__braid_any", i32, {pointer, i64});
  leave = declare("__braid_leave", nothing, {i64});
  call = declare("__braid_call", nothing, {pointer, pointer, i32});
  variadic = declare("__braid_variadic", nothing, {i32, i32, i32});
  vaStart = declare("__braid_va_start", i64, {pointer, pointer, i32});
  returned = declare("__braid_returned", i32, {pointer, pointer});
  unclaimed = declare("__braid_unclaimed", nothing, {});
  shown = declare("__braid_shown", nothing, {pointer, pointer, i64, pointer, i32});
  output = declare("__braid_output", nothing, {i64, i32, i32, pointer, i64, pointer});
  blackBox = declare("__braid_expect", i32, {pointer, pointer, pointer, pointer});
  blackBoxResult = declare("__braid_expected", i32, {i32, pointer, pointer, i64});
  branch = declare("__braid_branch", nothing, {pointer, i32, i32});
  branchOn = declare("__braid_branch_on", nothing, {pointer, i32, i32, i32, i64, i64, i32});
  choice = declare("__braid_switch", nothing, {pointer, i32, i64});
  address = declare("__braid_address", nothing, {pointer, i32, i32, i32});
  target = declare("__braid_target", nothing, {pointer, i32});
  length = declare("__braid_length", nothing, {pointer, i32, i32});
  lengthWithin = declare("__braid_length_within", nothing, {pointer, i32, i64, pointer, pointer});
  assumed = declare("__braid_assumed", nothing, {pointer, i32, i32});
  lost = declare("__braid_lost", nothing, {pointer, i32, i32});
  check = declare("__braid_check", nothing, {pointer, i32, i32});
  asked = declare("__braid_asked", nothing, {pointer, pointer, i32});
  kept = declare("__braid_kept", nothing, {pointer, i64});
  pinned = declare("__braid_pinned", nothing, {pointer, i32});
  calledBack = declare("__braid_called_back", nothing, {pointer});
  opaque = declare("__braid_opaque", nothing, {pointer, pointer});
  start = declare("__braid_start", nothing, {pointer, pointer, pointer});

  auto variable = [&](StringRef name, Type *type) {
    auto *global = cast<GlobalVariable>(module.getOrInsertGlobal(name, type));
    return global;
  };
  base = variable("__braid_coarse", pointer);
  mask = variable("__braid_coarse_mask", i64);
  diverged = variable("__braid_diverged", i32);
  thread = variable("__braid_thread", ArrayType::get(i8, sizeof(braid_thread)));
  thread->setThreadLocalMode(GlobalValue::InitialExecTLSModel);
  thread->setAlignment(Align(alignof(braid_thread)));
}

CallInst *RuntimeApi::slow(IRBuilderBase &builder, FunctionCallee function, ArrayRef<Value *> arguments) const {
  CallInst *call = builder.CreateCall(function, arguments);
  call->setDoesNotThrow();
  return call;
}

static Value *invariantLoad(IRBuilderBase &builder, Type *type, Value *from) {
  LoadInst *load = builder.CreateLoad(type, from);
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
  return load;
}

Value *RuntimeApi::coarseBase(IRBuilderBase &builder) const { return invariantLoad(builder, pointer, base); }

Value *RuntimeApi::coarseMask(IRBuilderBase &builder) const { return invariantLoad(builder, i64, mask); }

Value *RuntimeApi::field(IRBuilderBase &builder, size_t offset) const {
  Value *self = builder.CreateThreadLocalAddress(thread);
  return builder.CreateConstInBoundsGEP1_64(i8, self, offset);
}

Value *RuntimeApi::argumentTag(IRBuilderBase &builder) const {
  return field(builder, offsetof(braid_thread, arg_tag));
}
Value *RuntimeApi::resultTag(IRBuilderBase &builder) const {
  return field(builder, offsetof(braid_thread, ret_tag));
}
Value *RuntimeApi::argumentAlias(IRBuilderBase &builder) const {
  return field(builder, offsetof(braid_thread, arg_alias));
}
Value *RuntimeApi::resultSite(IRBuilderBase &builder) const {
  return field(builder, offsetof(braid_thread, ret_site));
}
Value *RuntimeApi::caller(IRBuilderBase &builder) const { return field(builder, offsetof(braid_thread, caller)); }
Value *RuntimeApi::tailFrom(IRBuilderBase &builder) const {
  return field(builder, offsetof(braid_thread, tail_from));
}
Value *RuntimeApi::tailTo(IRBuilderBase &builder) const { return field(builder, offsetof(braid_thread, tail_to)); }
Value *RuntimeApi::stackLow(IRBuilderBase &builder) const {
  return field(builder, offsetof(braid_thread, stack_low));
}
Value *RuntimeApi::context(IRBuilderBase &builder) const {
  return field(builder, offsetof(braid_thread, context));
}
Value *RuntimeApi::hasDiverged(IRBuilderBase &builder) const {
  return builder.CreateLoad(i32, diverged, "braid.diverged");
}
Value *RuntimeApi::frame(IRBuilderBase &builder) const { return field(builder, offsetof(braid_thread, frame)); }
Value *RuntimeApi::argument(IRBuilderBase &builder, unsigned slot) const {
  return field(builder, offsetof(braid_thread, args) + slot * sizeof(uint64_t));
}
Value *RuntimeApi::result(IRBuilderBase &builder, unsigned slot) const {
  return field(builder, offsetof(braid_thread, ret) + slot * sizeof(braid_label));
}
Value *RuntimeApi::variadicCount(IRBuilderBase &builder) const {
  return field(builder, offsetof(braid_thread, variadic_count));
}
Value *RuntimeApi::variadicEntries(IRBuilderBase &builder) const {
  return field(builder, offsetof(braid_thread, variadic));
}

} // namespace braid
