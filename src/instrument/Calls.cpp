// Labels across calls, by way of __braid_thread (runtime/api.h): the caller puts the labels of the arguments
// there with the address of the function as a tag, the function takes them if the tag is its own address, and
// the other way round for the result.
#include "instrument/FunctionInstrumenter.h"
#include "instrument/LibraryModels.h"
#include "instrument/Prepare.h"
#include "runtime/api.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace braid {

static MDNode *unlikely(Module &module) { return MDBuilder(module.getContext()).createUnlikelyBranchWeights(); }

// --- entering a function ---

void FunctionInstrumenter::enter() {
  Instruction *at = &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  if (function.getName() == "main") {
    Builder builder(at);
    /* The three arguments, also where main declares fewer. */
    Type *types[3] = {api.i32, api.pointer, api.pointer};
    Value *places[3];
    for (unsigned i = 0; i < 3; i++) {
      Builder top(&function.getEntryBlock(), function.getEntryBlock().begin());
      places[i] = top.CreateAlloca(types[i], nullptr, "braid.main");
      bool given = i < function.arg_size() && function.getArg(i)->getType() == types[i];
      builder.CreateStore(given ? static_cast<Value *>(function.getArg(i)) : Constant::getNullValue(types[i]),
                          places[i]);
    }
    builder.CreateCall(api.start, {places[0], places[1], places[2]});
    for (unsigned i = 0; i < 3 && i < function.arg_size(); i++)
      if (function.getArg(i)->getType() == types[i]) {
        Value *given = builder.CreateLoad(types[i], places[i]);
        function.getArg(i)->replaceUsesWithIf(given, [&](Use &use) {
          auto *user = dyn_cast<StoreInst>(use.getUser());
          return !user || user->getPointerOperand() != places[i];
        });
      }
  }
  noteObjects(at);
  if (function.arg_size() > 0 || function.isVarArg())
    receiveArguments(at);
}

void FunctionInstrumenter::receiveArguments(Instruction *at) {
  if (function.isVarArg()) {
    Builder top(&function.getEntryBlock(), function.getEntryBlock().begin());
    variadicCount = top.CreateAlloca(api.i32, nullptr, "braid.variadic.count");
    variadicEntries =
        top.CreateAlloca(ArrayType::get(api.i8, sizeof(braid_thread::variadic)), nullptr, "braid.variadic");
    variadicEnd = top.CreateAlloca(api.i64, nullptr, "braid.variadic.end");
    Builder(at).CreateStore(zero(), variadicCount);
    Builder(at).CreateStore(ConstantInt::get(api.i64, 0), variadicEnd);
    leavesLabels = true;
  }
  Builder builder(at);
  Value *tag = builder.CreateLoad(api.pointer, api.argumentTag(builder));
  Value *given = builder.CreateIsNotNull(tag);
  Instruction *end = SplitBlockAndInsertIfThen(given, at->getIterator(), false, unlikely(module));
  BasicBlock *fast = cast<Instruction>(given)->getParent(), *slowBlock = end->getParent();
  Builder slow(end), join(at->getParent(), at->getParent()->begin());
  Value *mine = slow.CreateICmpEQ(tag, &function);
  mine = slow.CreateOr(mine, slow.CreateICmpEQ(slow.CreateLoad(api.pointer, api.argumentAlias(slow)), &function));
  /* Somebody may call it by another declaration than its own. */
  bool canDiffer = !function.hasLocalLinkage() || function.hasAddressTaken();
  unsigned slot = 0;
  for (Argument &argument : function.args()) {
    if (argument.hasByValAttr()) {
      leavesLabels = true;
      Value *from = slow.CreateIntToPtr(slow.CreateLoad(api.i64, api.argument(slow, slot)), api.pointer);
      Value *size = slow.getInt64(layout.getTypeAllocSize(argument.getParamByValType()));
      Value *there = slow.CreateAnd(mine, slow.CreateIsNotNull(from));
      api.slow(slow, api.move, {&argument, from, slow.CreateSelect(there, size, slow.getInt64(0))});
      if (++slot >= BRAID_ARGUMENT_SLOTS)
        break;
      continue;
    }
    Labels list;
    for (const Scalar &scalar : scalarsOf(argument.getType(), layout)) {
      if (slot >= BRAID_ARGUMENT_SLOTS || scalar.carry == Carry::None || !maybe.value(&argument)) {
        list.push_back(zero());
        slot++;
        continue;
      }
      Value *label = slow.CreateLoad(api.i32, api.argument(slow, slot++));
      label = slow.CreateSelect(mine, label, zero());
      if (canDiffer && scalar.bits <= 64 && argument.getType()->isSingleValueType() &&
          !argument.getType()->isVectorTy())
        label = api.slow(slow, api.fit,
                         {site(*at, BRAID_SITE_OTHER), label, slow.getInt32(scalar.bits), bits(slow, &argument)});
      PHINode *phi = join.CreatePHI(api.i32, 2);
      phi->addIncoming(zero(), fast);
      phi->addIncoming(label, slowBlock);
      list.push_back(phi);
    }
    labels[&argument] = list;
  }
  if (function.isVarArg()) {
    Value *count = slow.CreateLoad(api.i32, api.variadicCount(slow));
    slow.CreateStore(slow.CreateSelect(mine, count, zero()), variadicCount);
    slow.CreateMemCpy(variadicEntries, Align(1), api.variadicEntries(slow), Align(4),
                      sizeof(braid_thread::variadic));
    slow.CreateStore(slow.CreateSelect(mine, zero(), count), api.variadicCount(slow));
  }
  slow.CreateStore(slow.CreateSelect(mine, Constant::getNullValue(api.pointer), tag), api.argumentTag(slow));
}

// --- calling ---

/// Where the x86-64 ABI puts a variadic argument: the offset in the register save area, or 176 + the offset in
/// the overflow area.
namespace {
class VariadicPlaces {
public:
  explicit VariadicPlaces(const DataLayout &layout) : layout(layout) {}

  unsigned place(Type *type, bool inMemory, bool fixed) {
    uint64_t bytes = layout.getTypeAllocSize(type);
    if (!inMemory && (type->isFloatTy() || type->isDoubleTy() || (type->isVectorTy() && bytes <= 16)) &&
        floats < 176) {
      floats += 16;
      return floats - 16;
    }
    if (!inMemory && (type->isIntegerTy() || type->isPointerTy()) && bytes <= 8 && general < 48) {
      general += 8;
      return general - 8;
    }
    if (!inMemory && type->isIntegerTy(128) && general + 16 <= 48) {
      general += 16;
      return general - 16;
    }
    if (fixed) /* before what va_start points to */
      return 0;
    uint64_t alignment = std::max<uint64_t>(8, std::min<uint64_t>(16, layout.getABITypeAlign(type).value()));
    overflow = alignTo(overflow, alignment);
    unsigned at = 176 + overflow;
    overflow += alignTo(bytes, 8);
    return at;
  }

private:
  const DataLayout &layout;
  unsigned general = 0, floats = 48, overflow = 0;
};
} // namespace

/// Of a call that may go to a black box: the number of the result that the runtime expects; else null.
Value *FunctionInstrumenter::passArguments(CallBase &call) {
  Builder builder(&call);
  SetVector<Value *> questions;
  bool mayCarry = false;
  for (unsigned i = 0; i < call.arg_size(); i++) {
    Value *argument = call.getArgOperand(i);
    if (call.isByValArgument(i)) {
      if (!maybe.memory(argument))
        continue;
      uint64_t bytes = layout.getTypeAllocSize(call.getParamByValType(i));
      questions.insert(coarse(builder, argument, bytes, call.getParamAlign(i).valueOrOne()));
      mayCarry = true;
    }
    ask(questions, argument);
    mayCarry |= maybe.value(argument);
  }
  Value *callee = call.getCalledOperand();
  ask(questions, callee);
  if (!mayCarry && !maybe.value(callee)) {
    flush(&call);
    return nullptr;
  }

  Value *expected = nullptr;
  BasicBlock *asked = nullptr;
  flush(&call, questions.getArrayRef(), [&](Builder &slow) {
    if (Value *label = labelOf(callee); label != zero())
      api.slow(slow, api.target, {site(call, BRAID_SITE_CALL), label});
    slow.CreateStore(zero(), api.variadicCount(slow));
    unsigned slot = 0;
    VariadicPlaces places(layout);
    for (unsigned i = 0; i < call.arg_size(); i++) {
      Value *argument = call.getArgOperand(i);
      bool byValue = call.isByValArgument(i), fixed = i < call.getFunctionType()->getNumParams();
      Type *type = byValue ? call.getParamByValType(i) : argument->getType();
      unsigned place = places.place(type, byValue, fixed);
      if (byValue && fixed) {
        if (slot < BRAID_ARGUMENT_SLOTS) {
          Value *size = slow.getInt64(layout.getTypeAllocSize(type));
          Value *any = slow.CreateIsNotNull(api.slow(slow, api.any, {argument, size}));
          Value *from = slow.CreateSelect(any, slow.CreatePtrToInt(argument, api.i64), slow.getInt64(0));
          slow.CreateStore(from, api.argument(slow, slot));
        }
        slot++;
      } else if (byValue) {
        for (uint64_t offset = 0, bytes = layout.getTypeAllocSize(type); offset < bytes; offset += 8) {
          Value *part = slow.CreateConstGEP1_64(api.i8, argument, offset);
          uint64_t size = std::min<uint64_t>(8, bytes - offset);
          Value *label = api.slow(slow, api.load, {part, slow.getInt64(size), site(call, BRAID_SITE_CALL)});
          api.slow(slow, api.variadic, {slow.getInt32(place + offset), slow.getInt32(size), label});
        }
      } else {
        Labels list = labelsOf(argument);
        Scalars scalars = scalarsOf(type, layout);
        for (unsigned j = 0; j < list.size(); j++) {
          if (!fixed)
            api.slow(slow, api.variadic,
                     {slow.getInt32(place + scalars[j].offset), slow.getInt32(scalars[j].bytes()), list[j]});
          else if (slot < BRAID_ARGUMENT_SLOTS)
            slow.CreateStore(slow.CreateZExt(list[j], api.i64), api.argument(slow, slot++));
          else if (list[j] != zero())
            api.slow(slow, api.lost, {site(call, BRAID_SITE_CALL), list[j], slow.getInt32(BRAID_LOST_ARGUMENTS)});
        }
      }
    }
    if (mayBeBlackBox(call)) {
      expected = expectResult(slow, call);
      asked = slow.GetInsertBlock();
      return;
    }
    api.slow(slow, api.call,
             {callee, site(call, BRAID_SITE_CALL), slow.getInt32(std::min<unsigned>(slot, BRAID_ARGUMENT_SLOTS))});
  });
  if (!expected)
    return nullptr;
  Builder join(call.getParent(), call.getParent()->begin());
  PHINode *phi = join.CreatePHI(api.i32, 2);
  for (BasicBlock *from : predecessors(call.getParent()))
    phi->addIncoming(from == asked ? expected : zero(), from);
  return phi;
}

void FunctionInstrumenter::receiveResult(CallBase &call, Value *wanted) {
  if (!maybe.value(&call))
    return;
  Instruction *at = call.getNextNode();
  if (auto *invoke = dyn_cast<InvokeInst>(&call))
    at = &*invoke->getNormalDest()->getFirstInsertionPt();
  Builder builder(at);
  Value *tag = builder.CreateLoad(api.pointer, api.resultTag(builder));
  Value *hasTag = builder.CreateIsNotNull(tag);
  Value *given = wanted ? builder.CreateOr(hasTag, builder.CreateIsNotNull(wanted)) : hasTag;
  Instruction *end = SplitBlockAndInsertIfThen(given, at->getIterator(), false, unlikely(module));
  BasicBlock *fast = cast<Instruction>(given)->getParent(), *slowBlock = end->getParent();
  Builder slow(end), join(at->getParent(), at->getParent()->begin());
  slow.SetCurrentDebugLocation(call.getDebugLoc());
  Value *expected = call.hasFnAttr(Attribute::ReturnsTwice)
                        ? slow.CreateIntToPtr(slow.getInt64(BRAID_TAG_SETJMP), api.pointer)
                        : call.getCalledOperand();
  Value *ours = slow.CreateICmpEQ(tag, expected);
  ours = slow.CreateOr(ours, slow.CreateIsNotNull(api.slow(slow, api.returned, {expected, tag})));
  if (wanted)
    ours = slow.CreateAnd(ours, hasTag);
  const Function *callee = call.getCalledFunction();
  bool canDiffer = !callee || callee->isDeclaration() || callee->getReturnType() != call.getType();
  Labels list;
  unsigned slot = 0;
  for (const Scalar &scalar : scalarsOf(call.getType(), layout)) {
    if (scalar.carry == Carry::None || slot >= BRAID_RESULT_SLOTS || call.use_empty()) {
      list.push_back(zero());
      slot++;
      continue;
    }
    Value *label = slow.CreateSelect(ours, slow.CreateLoad(api.i32, api.result(slow, slot++)), zero());
    if (canDiffer && scalar.bits <= 64 && call.getType()->isSingleValueType() && !call.getType()->isVectorTy())
      label = api.slow(slow, api.fit,
                       {site(call, BRAID_SITE_CALL), label, slow.getInt32(scalar.bits), bits(slow, &call)});
    if (wanted) /* a black box returns no label by itself */
      label = slow.CreateOr(label, expectedResult(slow, call, wanted));
    PHINode *phi = join.CreatePHI(api.i32, 2);
    phi->addIncoming(zero(), fast);
    phi->addIncoming(label, slowBlock);
    list.push_back(phi);
  }
  slow.CreateStore(Constant::getNullValue(api.pointer), api.resultTag(slow));
  labels[&call] = list;
}

/// A guaranteed tail call leaves no room behind it: whoever called this function will see the tag of the function
/// at the end of the chain.
void FunctionInstrumenter::noteTailCall(CallInst &call) {
  Builder builder(&call);
  Value *last = builder.CreateLoad(api.pointer, api.tailTo(builder));
  Value *first = builder.CreateLoad(api.pointer, api.tailFrom(builder));
  Value *continues = builder.CreateICmpEQ(last, &function);
  builder.CreateStore(builder.CreateSelect(continues, first, &function), api.tailFrom(builder));
  builder.CreateStore(call.getCalledOperand(), api.tailTo(builder));
}

/// Functions of our own whose meaning is about labels.
bool FunctionInstrumenter::visitOwnFunction(CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return false;
  StringRef name = callee->getName();
  if (isTouch(call)) {
    Builder builder(&call);
    flush(&call, {api.hasDiverged(builder)}, [&](Builder &slow) {
      Value *offset = slow.CreateSub(slow.CreatePtrToInt(call.getArgOperand(0), api.i64),
                                     slow.CreatePtrToInt(call.getArgOperand(2), api.i64));
      Value *bytes = call.getArgOperand(1), *last = slow.CreateSub(call.getArgOperand(3), bytes);
      Value *within = slow.CreateICmpULE(offset, last);
      api.slow(slow, api.kept,
               {call.getArgOperand(0), slow.CreateSelect(within, bytes, ConstantInt::get(api.i64, 0))});
    });
    return true;
  }
  if (name == "braid_value_symbolic" || name == "klee_is_symbolic" || name == "braid_is_symbolic") {
    flush(&call);
    Builder builder(&call);
    Value *symbolic = builder.CreateIsNotNull(labelOf(call.getArgOperand(0)));
    call.replaceAllUsesWith(builder.CreateZExt(symbolic, call.getType()));
    return true;
  }
  SetVector<Value *> questions;
  for (Value *argument : call.args())
    ask(questions, argument);
  auto report = [&](function_ref<void(Builder &, Value *)> how) {
    flush(&call, questions.getArrayRef(), [&](Builder &slow) {
      if (Value *label = labelOf(call.getArgOperand(0)); label != zero())
        how(slow, label);
    });
    labels[&call] = zeros(call.getType());
    return true;
  };
  auto place = [&] { return site(call, BRAID_SITE_CALL); };
  if (name == "braid_concrete")
    return report([&](Builder &slow, Value *label) {
      api.slow(slow, api.lost, {place(), label, slow.CreateZExtOrTrunc(call.getArgOperand(1), api.i32)});
    });
  if (name == "braid_concrete_length")
    return report([&](Builder &slow, Value *label) {
      api.slow(slow, api.length, {place(), label, slow.CreateZExtOrTrunc(call.getArgOperand(1), api.i32)});
    });
  if (name == "braid_length_within")
    return report([&](Builder &slow, Value *label) {
      Value *length = call.getArgOperand(0);
      api.slow(slow, api.lengthWithin,
               {site(call, BRAID_SITE_CHECK), label, slow.CreateZExtOrTrunc(length, api.i64),
                call.getArgOperand(1), call.getArgOperand(2)});
      api.slow(slow, api.length, {place(), label, slow.getInt32(0)});
    });
  if (name == "braid_concrete_address")
    return report([&](Builder &slow, Value *label) {
      api.slow(slow, api.address,
               {place(), label, slow.CreateTrunc(call.getArgOperand(1), api.i32),
                slow.CreateZExtOrTrunc(call.getArgOperand(2), api.i32)});
    });
  if (name == "braid_assume" || name == "klee_assume" || name == "__VERIFIER_assume" ||
      name == "__CPROVER_assume") {
    Value *condition = call.getArgOperand(0);
    unsigned width = condition->getType()->getIntegerBitWidth();
    return report([&](Builder &slow, Value *label) {
      Value *holds = slow.CreateIsNotNull(condition);
      if (width > 1)
        label = binaryNode(slow, BRAID_OP_NE, 1, label, zero(), condition,
                           ConstantInt::get(condition->getType(), 0), holds);
      api.slow(slow, api.assumed, {place(), label, slow.CreateZExt(holds, api.i32)});
    });
  }
  return false;
}

/// Whether what the function does to memory is seen by nobody, for all that is known here.
static bool isUnknown(const Function *callee, bool isSink) {
  static const StringSet<> harmless = {"exit",    "_exit",   "abort",  "__assert_fail", "puts",   "putchar",
                                       "fputs",   "fputc",   "putc",   "perror",        "malloc", "calloc",
                                       "realloc", "free",    "fwrite", "_Znwm",         "_Znam",  "_ZdlPv",
                                       "_ZdaPv",  "_ZdlPvm", "_ZdaPvm"};
  if (!callee)
    return true; /* the runtime looks */
  if (!callee->isDeclaration() || callee->getName().starts_with("__braid_"))
    return false;
  StringRef name = callee->getName();
  return !(isSink && name.contains("printf")) && !harmless.contains(name) && !name.starts_with("braid_") &&
         !name.starts_with("klee_") && !name.starts_with("__VERIFIER_");
}

/// What the function returns is not used, because it was declared input, and it is given nothing that it could
/// write to.
static bool isReplaced(const CallBase &call) {
  return call.hasFnAttr(replacedByInput) &&
         none_of(call.args(), [](const Use &argument) { return argument->getType()->isPointerTy(); });
}

/// In models: to its first argument, as many bytes as its third one says.
static bool writesPlainly(StringRef name) { return name == "memcpy" || name == "memmove" || name == "memset"; }

/// In a model that is compiled for merging: a function that is not instrumented is given addresses and lengths.
void FunctionInstrumenter::pinArguments(CallBase &call) {
  SetVector<Value *> questions, pinned;
  for (Value *argument : call.args())
    if (argument->getType()->isPointerTy() || argument->getType()->isIntegerTy())
      if (maybe.value(argument)) {
        ask(questions, argument);
        pinned.insert(argument);
      }
  if (pinned.empty())
    return;
  flush(&call, questions.getArrayRef(), [&](Builder &slow) {
    for (Value *argument : pinned)
      if (Value *label = labelOf(argument); label != zero())
        api.slow(slow, api.pinned, {site(call, BRAID_SITE_CALL), label});
  });
}

void FunctionInstrumenter::visitCall(CallBase &call) {
  if (call.isInlineAsm())
    return visitAssembly(call);
  if (visitOwnFunction(call))
    return;
  noteQuestion(call);
  const Sink *sink = sinkOf(call.getCalledFunction());
  /* Models tell what happens to memory by themselves. */
  if (merging && !modelFile && isUnknown(call.getCalledFunction(), sink != nullptr) && !isReplaced(call))
    opaqueAt(call, call.getCalledOperand());
  if (merging && modelFile && !sink && call.getCalledFunction() && call.getCalledFunction()->isDeclaration() &&
      !call.getCalledFunction()->getName().starts_with("__braid_model_"))
    pinArguments(call);
  if (merging && modelFile && !call.getCalledFunction()) {
    Builder builder(&call);
    api.slow(builder, api.calledBack, {call.getCalledOperand()});
  }
  if (sink)
    visitOutput(call, *sink);
  if (sink && call.use_empty())
    return;
  if (!sink || call.getCalledFunction()->getName().contains("printf"))
    showMemory(call);
  auto *plain = dyn_cast<CallInst>(&call);
  bool mustTail = plain && plain->isMustTailCall();
  const Function *callee = call.getCalledFunction();
  if (callee && callee->getName().starts_with("__braid_model_") && !modelFile) {
    Builder builder(&call);
    builder.CreateStore(site(call, BRAID_SITE_CALL), api.caller(builder));
  }
  Value *expected = passArguments(call);
  if (mustTail)
    noteTailCall(*plain);
  else
    receiveResult(call, expected);
  if (call.hasFnAttr(Attribute::ReturnsTwice) && plain)
    clearDeadStack(call.getNextNode());
  if (modelFile && plain && !mustTail && callee && writesPlainly(callee->getName()))
    keepAfter(call, call.getArgOperand(0), call.getArgOperand(2));
}

// --- leaving ---

/// No result with labels is on its way. If there was one, its function had been called by code that did not take
/// it.
void FunctionInstrumenter::clearResult(Instruction *at) {
  Builder builder(at);
  Value *left = builder.CreateIsNotNull(builder.CreateLoad(api.pointer, api.resultTag(builder)));
  Instruction *end = SplitBlockAndInsertIfThen(left, at->getIterator(), false, unlikely(module));
  Builder slow(end);
  api.slow(slow, api.unclaimed, {});
}

void FunctionInstrumenter::visitReturn(ReturnInst &leave) {
  Instruction *before = &leave;
  if (CallInst *call = leave.getParent()->getTerminatingMustTailCall())
    before = call; /* nothing may stand between the two */
  Value *value = leave.getReturnValue();
  bool toProgram = function.getName() != "main"; /* and not to the C library */
  if (before == &leave && value && maybe.result(&function) && toProgram) {
    clearResult(&leave);
    SetVector<Value *> questions;
    ask(questions, value);
    flush(&leave, questions.getArrayRef(), [&](Builder &slow) {
      Labels list = labelsOf(value);
      Value *any = zero();
      for (unsigned slot = 0; slot < list.size(); slot++) {
        if (slot >= BRAID_RESULT_SLOTS) {
          if (list[slot] != zero())
            api.slow(slow, api.lost,
                     {site(leave, BRAID_SITE_OTHER), list[slot], slow.getInt32(BRAID_LOST_ARGUMENTS)});
          continue;
        }
        slow.CreateStore(list[slot], api.result(slow, slot));
        any = slow.CreateOr(any, list[slot]);
      }
      Value *tag = slow.CreateSelect(slow.CreateIsNotNull(any), static_cast<Value *>(&function),
                                     Constant::getNullValue(api.pointer));
      slow.CreateStore(tag, api.resultTag(slow));
      slow.CreateStore(site(leave, BRAID_SITE_OTHER), api.resultSite(slow));
    });
  } else if (before == &leave) {
    flush(&leave);
  }
  if (outerFrame) {
    Builder builder(before);
    builder.CreateStore(outerFrame, api.frame(builder));
  }
  if (!leavesLabels)
    return;
  Builder builder(before);
  Value *frame = endOfFrame(builder, before == &leave);
  Value *low = builder.CreateLoad(api.i64, api.stackLow(builder));
  Value *dirty = builder.CreateICmpULT(low, frame);
  Instruction *end = SplitBlockAndInsertIfThen(dirty, before->getIterator(), false, unlikely(module));
  Builder slow(end);
  api.slow(slow, api.leave, {frame});
}

/// The address below which everything on the stack is this function's. That goes for arguments in memory too; but
/// a guaranteed tail call still needs them.
Value *FunctionInstrumenter::endOfFrame(Builder &builder, bool withArguments) {
  Value *end = builder.CreateIntrinsic(Intrinsic::addressofreturnaddress, {api.pointer}, {});
  end = builder.CreatePtrToInt(end, api.i64);
  if (!withArguments)
    return end;
  auto include = [&](Value *address) { end = builder.CreateBinaryIntrinsic(Intrinsic::umax, end, address); };
  for (Argument &argument : function.args())
    if (argument.hasByValAttr()) {
      uint64_t bytes = layout.getTypeAllocSize(argument.getParamByValType());
      include(builder.CreatePtrToInt(builder.CreateConstGEP1_64(api.i8, &argument, bytes), api.i64));
    }
  if (variadicEnd)
    include(builder.CreateLoad(api.i64, variadicEnd));
  return end;
}

/// After frames were left without returning (an exception, longjmp): what lies below is dead.
void FunctionInstrumenter::clearDeadStack(Instruction *at) {
  Builder builder(at);
  Value *here = builder.CreatePtrToInt(builder.CreateIntrinsic(Intrinsic::stacksave, {api.pointer}, {}), api.i64);
  Value *dirty = builder.CreateICmpULT(builder.CreateLoad(api.i64, api.stackLow(builder)), here);
  Instruction *end = SplitBlockAndInsertIfThen(dirty, at->getIterator(), false, unlikely(module));
  Builder slow(end);
  api.slow(slow, api.leave, {here});
  restoreFrame(at);
}

void FunctionInstrumenter::visitVaStart(IntrinsicInst &start) {
  flush(&start);
  if (!variadicCount)
    return;
  Instruction *at = start.getNextNode();
  Builder builder(at);
  Value *count = builder.CreateLoad(api.i32, variadicCount);
  Instruction *end =
      SplitBlockAndInsertIfThen(builder.CreateIsNotNull(count), at->getIterator(), false, unlikely(module));
  Builder slow(end);
  Value *labelsEnd = api.slow(slow, api.vaStart, {start.getArgOperand(0), variadicEntries, count});
  slow.CreateStore(labelsEnd, variadicEnd);
}

} // namespace braid
