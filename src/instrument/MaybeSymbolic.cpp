#include "instrument/MaybeSymbolic.h"

#include "instrument/Scalars.h"
#include "instrument/State.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace braid {

/// The object behind a pointer as far as arithmetic on the pointer is concerned.
static const Value *objectOf(const Value *pointer) { return getUnderlyingObject(pointer, /*MaxLookup=*/0); }

/// Every use of the address is a load, a store to it, or a memory intrinsic on it.
static bool addressStays(const Value *pointer) {
  for (const Use &use : pointer->uses()) {
    const User *user = use.getUser();
    if (isa<LoadInst>(user))
      continue;
    if (const auto *store = dyn_cast<StoreInst>(user)) {
      if (store->getValueOperand() == pointer)
        return false;
      continue;
    }
    if (isa<GEPOperator>(user) || isa<BitCastOperator>(user)) {
      if (!addressStays(user))
        return false;
      continue;
    }
    if (const auto *exchange = dyn_cast<AtomicRMWInst>(user)) {
      if (exchange->getValOperand() == pointer)
        return false;
      continue;
    }
    if (const auto *call = dyn_cast<IntrinsicInst>(user)) {
      if (isa<MemIntrinsic>(call) || call->isLifetimeStartOrEnd() || call->isDroppable() ||
          isa<DbgInfoIntrinsic>(call))
        continue;
      return false;
    }
    if (isa<ICmpInst>(user))
      continue;
    return false;
  }
  return true;
}

MaybeSymbolic::MaybeSymbolic(Module &module) : module(module) {
  findOwned();
  seed();
  while (!work.empty())
    propagate(work.pop_back_val());
}

void MaybeSymbolic::findOwned() {
  if (isForMerging()) /* every variable can be other on another path */
    return;
  for (GlobalVariable &global : module.globals())
    if (global.hasLocalLinkage() && !global.hasSection() && addressStays(&global))
      owned.insert(&global);
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (isa<AllocaInst>(instruction) && addressStays(&instruction))
        owned.insert(&instruction);
}

bool MaybeSymbolic::memory(const Value *pointer) const {
  const Value *object = objectOf(pointer);
  if (const auto *global = dyn_cast<GlobalVariable>(object))
    if (global->isConstant())
      return false;
  return !owned.contains(object) || symbolicOwned.contains(object);
}

bool MaybeSymbolic::everyCallKnown(const Function &function) const {
  if (!function.hasLocalLinkage())
    return function.getName() == "main"; /* its arguments are ours to give */
  for (const Use &use : function.uses()) {
    const auto *call = dyn_cast<CallBase>(use.getUser());
    if (!call || !call->isCallee(&use) || call->getFunctionType() != function.getFunctionType())
      return false;
  }
  return true;
}

bool isEmptyAssembly(const CallBase &call) {
  const auto *assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  return assembly && StringRef(assembly->getAsmString()).trim().empty();
}

void MaybeSymbolic::seed() {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (!everyCallKnown(function))
      for (Argument &argument : function.args())
        mark(&argument);
    for (Instruction &instruction : instructions(function)) {
      if (const auto *load = dyn_cast<LoadInst>(&instruction)) {
        const Value *object = objectOf(load->getPointerOperand());
        if (owned.contains(object))
          readers[object].push_back(load);
        if (memory(object))
          mark(load);
      } else if (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction) ||
                 isa<VAArgInst>(instruction)) {
        mark(&instruction);
        if (const auto *exchange = dyn_cast<AtomicRMWInst>(&instruction))
          intoMemory(exchange->getPointerOperand());
      } else if (const auto *transfer = dyn_cast<MemTransferInst>(&instruction)) {
        const Value *from = objectOf(transfer->getRawSource()), *to = objectOf(transfer->getRawDest());
        if (owned.contains(from))
          copies[from].push_back(to);
        if (memory(from))
          intoMemory(to);
      } else if (const auto *call = dyn_cast<CallBase>(&instruction)) {
        const Function *callee = call->getCalledFunction();
        if (call->isInlineAsm() || (callee && callee->isIntrinsic()))
          continue;
        if (!callee || callee->isDeclaration() || callee->isInterposable() ||
            call->getFunctionType() != callee->getFunctionType())
          mark(call);
      }
    }
  }
}

void MaybeSymbolic::mark(const Value *value) {
  if (isa<Constant>(value) || value->getType()->isVoidTy() || value->getType()->isTokenTy())
    return;
  if (!scalarsOf(value->getType(), module.getDataLayout()).empty() && symbolic.insert(value).second)
    work.push_back(value);
}

void MaybeSymbolic::markObject(const Value *object) {
  if (!symbolicOwned.insert(object).second)
    return;
  for (const Value *reader : readers.lookup(object))
    mark(reader);
  for (const Value *copy : copies.lookup(object))
    intoMemory(copy);
}

void MaybeSymbolic::intoMemory(const Value *pointer) {
  const Value *object = objectOf(pointer);
  if (owned.contains(object))
    markObject(object);
}

void MaybeSymbolic::propagate(const Value *value) {
  for (const Use &use : value->uses()) {
    const auto *user = dyn_cast<Instruction>(use.getUser());
    if (!user)
      continue;
    if (const auto *store = dyn_cast<StoreInst>(user)) {
      intoMemory(store->getPointerOperand()); /* also where only the address is: any byte may be meant */
    } else if (const auto *set = dyn_cast<MemSetInst>(user)) {
      intoMemory(set->getDest());
    } else if (const auto *transfer = dyn_cast<MemTransferInst>(user)) {
      intoMemory(transfer->getDest());
    } else if (const auto *leave = dyn_cast<ReturnInst>(user)) {
      const Function *function = leave->getFunction();
      if (returns.insert(function).second)
        for (const Use &call : function->uses())
          if (const auto *caller = dyn_cast<CallBase>(call.getUser()))
            if (caller->isCallee(&call))
              mark(caller);
    } else if (const auto *call = dyn_cast<CallBase>(user)) {
      const Function *callee = call->getCalledFunction();
      if (callee ? callee->isIntrinsic() : isEmptyAssembly(*call))
        mark(call);
      else if (callee && !callee->isDeclaration() && call->isArgOperand(&use) &&
               call->getArgOperandNo(&use) < callee->arg_size())
        mark(callee->getArg(call->getArgOperandNo(&use)));
    } else {
      mark(user);
    }
  }
}

} // namespace braid
