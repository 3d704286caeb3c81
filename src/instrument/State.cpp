// Values that live from one block to another, or across a call, are moved from registers to variables. So a
// decision, which ends a block, leaves nothing behind in registers: what the program remembers of its past is in
// memory, at addresses, and two runs can be compared there.
#include "instrument/State.h"

#include "instrument/Prepare.h"
#include "instrument/RuntimeApi.h"
#include "target/compile/merging.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Process.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace braid {

bool isForMerging() { return sys::Process::GetEnv(BRAID_MERGING_VARIABLE).has_value(); }

/// Stands for nothing in the program; removed after instrumentation.
static constexpr const char *touchName = "__braid_touch";

bool isTouch(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->getName() == touchName;
}

void removeTouches(Module &module) {
  Function *function = module.getFunction(touchName);
  if (!function)
    return;
  for (User *user : make_early_inc_range(function->users()))
    cast<Instruction>(user)->eraseFromParent();
  function->eraseFromParent();
}

/// Decisions may happen inside of a call, so what is used after it must not wait in a register.
static void splitAfterCalls(Function &function) {
  SmallVector<CallInst *> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction); call && !isa<IntrinsicInst>(call) && !call->isInlineAsm() &&
                                                       !call->isMustTailCall() &&
                                                       !call->getNextNode()->isTerminator())
      calls.push_back(call);
  for (CallInst *call : calls)
    SplitBlock(call->getParent(), call->getNextNode());
}

static AllocaInst *variableFor(Type *type, Function &function, const Twine &name) {
  BasicBlock &entry = function.getEntryBlock();
  return IRBuilder<>(&entry, entry.getFirstInsertionPt()).CreateAlloca(type, nullptr, name);
}

/// Values that live from one block to another become variables, phis included. LLVM has a pass for that, which
/// gives every edge a block of its own: then each case of a switch would be another way to go.
static void registersToMemory(Function &function) {
  BasicBlock &entry = function.getEntryBlock();
  auto at = entry.begin();
  while (isa<AllocaInst>(at))
    ++at;
  auto lives = [](Instruction &instruction) {
    return instruction.getType()->isSized() && any_of(instruction.users(), [&](User *user) {
             return cast<Instruction>(user)->getParent() != instruction.getParent() || isa<PHINode>(user);
           });
  };
  SmallVector<Instruction *> values;
  for (Instruction &instruction : instructions(function))
    if (!(isa<AllocaInst>(instruction) && instruction.getParent() == &entry) && lives(instruction))
      values.push_back(&instruction);
  for (Instruction *value : values)
    DemoteRegToStack(*value, false, at);
  SmallVector<PHINode *> phis;
  for (Instruction &instruction : instructions(function))
    if (auto *phi = dyn_cast<PHINode>(&instruction))
      phis.push_back(phi);
  for (PHINode *phi : phis)
    DemotePHIToStack(phi, at);
}

/// A constant that is returned says which way the function went.
static void returnFromMemory(Function &function) {
  SmallVector<ReturnInst *> ends;
  for (BasicBlock &block : function)
    if (auto *end = dyn_cast<ReturnInst>(block.getTerminator());
        end && end->getReturnValue() && !block.getTerminatingMustTailCall())
      ends.push_back(end);
  if (ends.empty() || function.getReturnType()->isTokenTy())
    return;
  AllocaInst *variable = variableFor(function.getReturnType(), function, "braid.returned");
  for (ReturnInst *end : ends) {
    IRBuilder<> builder(end);
    builder.CreateStore(end->getReturnValue(), variable);
    end->setOperand(0, builder.CreateLoad(function.getReturnType(), variable));
  }
}

/// There are no phis any more.
static void argumentsToMemory(Function &function) {
  for (Argument &argument : function.args()) {
    if (argument.use_empty() || argument.hasByValAttr() || argument.hasSwiftErrorAttr() ||
        argument.getType()->isTokenTy())
      continue;
    SmallVector<Use *> uses;
    for (Use &use : argument.uses())
      uses.push_back(&use);
    AllocaInst *variable = variableFor(argument.getType(), function, argument.getName() + ".given");
    for (Use *use : uses) {
      auto *user = cast<Instruction>(use->getUser());
      if (auto *call = dyn_cast<CallInst>(user); call && call->isMustTailCall())
        continue;
      IRBuilder<> builder(user);
      use->set(builder.CreateLoad(argument.getType(), variable));
    }
    Instruction *at = variable->getNextNode();
    while (isa<AllocaInst>(at))
      at = at->getNextNode();
    IRBuilder<>(at).CreateStore(&argument, variable);
  }
}

/// The address of a store, where it can be known at the beginning of another block, too.
static Value *addressAt(Value *address, Instruction *at, const DominatorTree &dominators) {
  auto known = [&](Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    return !instruction || dominators.dominates(instruction, at);
  };
  if (known(address))
    return address;
  auto *step = dyn_cast<GetElementPtrInst>(address);
  if (!step || !all_of(step->operands(), known))
    return nullptr;
  Instruction *copy = step->clone();
  copy->insertBefore(at);
  return copy;
}

/// What one side of a decision writes and the other does not is noted where both have come together again: a
/// variable that was not written on the way says as much about the way as one that was.
static void touchWhatWasNotWritten(Function &function, FunctionAnalysisManager &analyses) {
  const DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  const PostDominatorTree &after = analyses.getResult<PostDominatorTreeAnalysis>(function);
  const DataLayout &layout = function.getParent()->getDataLayout();
  MapVector<BasicBlock *, SetVector<StoreInst *>> touched; /* by the block where ways join */
  for (BasicBlock &block : function) {
    if (block.getTerminator()->getNumSuccessors() < 2)
      continue;
    const auto *node = after.getNode(&block);
    BasicBlock *join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    if (!join)
      continue;
    SmallVector<BasicBlock *> pending(successors(&block));
    SmallPtrSet<BasicBlock *, 16> seen;
    while (!pending.empty()) {
      BasicBlock *each = pending.pop_back_val();
      if (each == join || each == &block || !seen.insert(each).second)
        continue;
      for (Instruction &instruction : *each)
        if (auto *store = dyn_cast<StoreInst>(&instruction))
          touched[join].insert(store);
      append_range(pending, successors(each));
    }
  }
  LLVMContext &context = function.getContext();
  Type *pointer = PointerType::getUnqual(context), *i64 = Type::getInt64Ty(context);
  FunctionCallee touch =
      function.getParent()->getOrInsertFunction(touchName, Type::getVoidTy(context), pointer, i64, pointer, i64);
  for (auto &[join, stores] : touched) {
    Instruction *at = &*join->getFirstInsertionPt();
    SmallPtrSet<Value *, 8> done;
    for (StoreInst *store : stores) {
      if (!done.insert(store->getPointerOperand()).second)
        continue;
      /* On the side that does not write there the address may lead anywhere: it is compared with the variable. */
      Value *variable = getUnderlyingObject(store->getPointerOperand());
      uint64_t bytes = 0;
      if (auto *local = dyn_cast<AllocaInst>(variable); local && local->isStaticAlloca())
        bytes = local->getAllocationSize(layout)->getFixedValue();
      else if (auto *global = dyn_cast<GlobalVariable>(variable); global && !global->isThreadLocal())
        bytes = layout.getTypeAllocSize(global->getValueType());
      if (bytes == 0)
        continue;
      if (Value *address = addressAt(store->getPointerOperand(), at, dominators))
        IRBuilder<>(at).CreateCall(
            touch, {address, ConstantInt::get(i64, layout.getTypeStoreSize(store->getValueOperand()->getType())),
                    variable, ConstantInt::get(i64, bytes)});
    }
  }
}

/// Shows in the linked program that it was compiled for merging (target/build/elf.h).
static void leaveMark(Module &module) {
  Type *byte = Type::getInt8Ty(module.getContext());
  auto *mark = new GlobalVariable(module, byte, true, GlobalValue::InternalLinkage, ConstantInt::get(byte, 1),
                                  "braid.merging");
  mark->setSection("braid_merging");
  appendToUsed(module, {mark});
}

PreservedAnalyses StateToMemoryPass::run(Module &module, ModuleAnalysisManager &analyses) {
  if (!isForMerging() || isInstrumented(module))
    return PreservedAnalyses::all();
  leaveMark(module);
  auto &ofFunctions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (Function &function : module) {
    if (function.isDeclaration() || function.hasFnAttribute(Attribute::Naked) || function.isPresplitCoroutine())
      continue;
    splitAfterCalls(function);
    returnFromMemory(function);
    ofFunctions.invalidate(function, PreservedAnalyses::none());
    touchWhatWasNotWritten(function, ofFunctions);
    ofFunctions.invalidate(function, PreservedAnalyses::none());
    registersToMemory(function);
    argumentsToMemory(function);
    ofFunctions.invalidate(function, PreservedAnalyses::none());
  }
  return PreservedAnalyses::none();
}

static uint64_t numberOf(const Function &function, unsigned call) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (const char letter : function.getName())
    hash = (hash ^ static_cast<uint8_t>(letter)) * 0x100000001b3ull;
  return (hash ^ call) * 0x9e3779b97f4a7c15ull | 1;
}

void noteContext(Function &function, ArrayRef<CallBase *> calls) {
  RuntimeApi api(*function.getParent());
  Instruction *at = &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  if (function.getName() == "main") /* the run begins after that call */
    for (Instruction &instruction : function.getEntryBlock())
      if (auto *call = dyn_cast<CallInst>(&instruction);
          call && call->getCalledFunction() && call->getCalledFunction()->getName() == "__braid_start")
        at = call->getNextNode();
  IRBuilder<> builder(at);
  Value *mark = variableFor(builder.getInt64Ty(), function, "braid.context");
  Value *outer = builder.CreateLoad(api.i64, api.context(builder));
  Value *here = builder.CreatePtrToInt(mark, api.i64);
  Value *own =
      builder.CreateMul(builder.CreateXor(builder.CreateAdd(outer, builder.getInt64(numberOf(function, 0))), here),
                        builder.getInt64(0xbf58476d1ce4e5b9ull));
  builder.CreateStore(own, mark);
  builder.CreateStore(own, api.context(builder));
  unsigned number = 0;
  for (CallBase *call : calls) {
    IRBuilder<> before(call);
    Value *mine = before.CreateLoad(api.i64, mark);
    before.CreateStore(before.CreateAdd(mine, before.getInt64(numberOf(function, ++number))), api.context(before));
    if (auto *plain = dyn_cast<CallInst>(call); plain && plain->isMustTailCall())
      continue;
    SmallVector<Instruction *, 2> returns;
    if (auto *invoke = dyn_cast<InvokeInst>(call)) {
      returns.push_back(&*invoke->getNormalDest()->getFirstInsertionPt());
      returns.push_back(&*invoke->getUnwindDest()->getFirstInsertionPt());
    } else {
      returns.push_back(call->getNextNode());
    }
    for (Instruction *place : returns) {
      IRBuilder<> after(place);
      after.CreateStore(after.CreateLoad(api.i64, mark), api.context(after));
    }
  }
}

} // namespace braid
