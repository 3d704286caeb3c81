// Where data leaves the code that is instrumented other than as an argument: inline assembly, output, memory that
// somebody else is shown. What is lost there is recorded.
#include "instrument/FunctionInstrumenter.h"
#include "instrument/LibraryModels.h"
#include "runtime/api.h"

#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace braid {

/// How much to look at of memory that is shown: of a variable no more than there is of it, because what lies
/// beside it is not shown; else the first bytes.
static uint64_t bytesShown(const Value *address, const DataLayout &layout) {
  const Value *base = getUnderlyingObject(address);
  uint64_t size = 0;
  if ((isa<AllocaInst>(base) || isa<GlobalVariable>(base)) && getObjectSize(address, size, layout, nullptr))
    return std::min<uint64_t>(size, BRAID_SHOWN_VARIABLE_BYTES);
  return BRAID_SHOWN_BYTES;
}

/// Assembly without text is there to hide a value from the optimiser: nothing happens to it, nor to memory.
bool FunctionInstrumenter::visitEmptyAssembly(CallBase &call) {
  if (!isEmptyAssembly(call))
    return false;
  InlineAsm::ConstraintInfoVector constraints = cast<InlineAsm>(call.getCalledOperand())->ParseConstraints();
  unsigned argument = 0, tied = ~0u, outputs = 0;
  for (const InlineAsm::ConstraintInfo &constraint : constraints) {
    if (constraint.Type == InlineAsm::isOutput && !constraint.isIndirect)
      outputs++;
    if (constraint.Type == InlineAsm::isInput || constraint.isIndirect) {
      if (constraint.Codes.size() == 1 && constraint.Codes[0] == "0")
        tied = argument;
      argument++;
    }
  }
  if (outputs > 1 ||
      (outputs == 1 && (tied >= call.arg_size() || call.getArgOperand(tied)->getType() != call.getType())))
    return false;
  flush(&call);
  if (outputs == 1)
    labels[&call] = labelsOf(call.getArgOperand(tied));
  return true;
}

/// Assembly uses values, and memory behind the addresses that its constraints name; what it writes is concrete.
void FunctionInstrumenter::visitAssembly(CallBase &call) {
  if (visitEmptyAssembly(call))
    return;
  opaqueAt(call, nullptr);
  if (!call.getType()->isVoidTy())
    labels[&call] = zeros(call.getType());
  Builder builder(&call);
  SetVector<Value *> questions;
  SmallVector<std::pair<Value *, uint64_t>> memory; /* address and bytes */
  SmallVector<Value *> shown;                       /* of unknown size */
  const auto *assembly = cast<InlineAsm>(call.getCalledOperand());
  bool anyMemory = StringRef(assembly->getConstraintString()).contains("~{memory}");
  for (unsigned i = 0; i < call.arg_size(); i++) {
    Value *argument = call.getArgOperand(i);
    ask(questions, argument);
    if (Type *type = call.getParamElementType(i)) {
      memory.push_back({argument, layout.getTypeStoreSize(type)});
      questions.insert(coarse(builder, argument, memory.back().second, Align(1)));
    } else if (anyMemory && argument->getType()->isPointerTy() && maybe.memory(argument)) {
      shown.push_back(argument);
      questions.insert(coarse(builder, argument, bytesShown(argument, layout), Align(1)));
    }
  }
  flush(&call, questions.getArrayRef(), [&](Builder &slow) {
    for (Value *argument : call.args())
      reportLost(slow, call, argument, BRAID_LOST_ASSEMBLY);
    for (Value *address : shown)
      api.slow(slow, api.shown,
               {Constant::getNullValue(api.pointer), address, slow.getInt64(bytesShown(address, layout)),
                site(call, BRAID_SITE_OTHER), slow.getInt32(BRAID_LOST_ASSEMBLY)});
    for (auto [address, bytes] : memory)
      for (uint64_t offset = 0; offset < bytes; offset += 8) {
        Value *part = slow.CreateConstGEP1_64(api.i8, address, offset);
        Value *size = slow.getInt64(std::min<uint64_t>(8, bytes - offset));
        Constant *place = site(call, BRAID_SITE_OTHER);
        Value *label = api.slow(slow, api.load, {part, size, place});
        api.slow(slow, api.lost, {place, label, slow.getInt32(BRAID_LOST_ASSEMBLY)});
      }
    unsigned number = 0; /* outputs come first, so the constraints of memory are in the order of the list */
    for (const InlineAsm::ConstraintInfo &constraint : assembly->ParseConstraints())
      if (constraint.isIndirect && number < memory.size()) {
        if (constraint.Type == InlineAsm::isOutput)
          api.slow(slow, api.clear, {memory[number].first, slow.getInt64(memory[number].second)});
        number++;
      }
  });
}

/// The size of what write and fwrite write; null for functions of another form.
static Value *lengthOfOutput(IRBuilderBase &builder, CallBase &call, const Sink &sink) {
  if (sink.kind == Sink::None || call.getFunctionType()->isVarArg() || call.arg_size() < 3)
    return nullptr;
  auto number = [&](unsigned i) -> Value * {
    Value *argument = call.getArgOperand(i);
    return argument->getType()->isIntegerTy() ? builder.CreateZExtOrTrunc(argument, builder.getInt64Ty())
                                              : nullptr;
  };
  if (sink.kind == Sink::Stream && sink.argument == 3) {
    Value *size = number(1), *count = number(2);
    return size && count ? builder.CreateMul(size, count) : nullptr;
  }
  return sink.argument == 0 && call.getArgOperand(1)->getType()->isPointerTy() ? number(2) : nullptr;
}

/// Nothing of what is written comes back, unless the program reads it from where it wrote it.
void FunctionInstrumenter::visitOutput(CallBase &call, const Sink &sink) {
  bool isFollowed = modelFile && module.getNamedValue("__braid_output_file"); /* by the model itself */
  if (sink.kind == Sink::None || sink.argument >= call.arg_size() || isFollowed)
    return flush(&call);
  Builder builder(&call);
  Value *length = lengthOfOutput(builder, call, sink);
  SetVector<Value *> questions;
  SmallVector<Value *> values, memory;
  for (unsigned i = 0; i < call.arg_size(); i++) {
    Value *argument = call.getArgOperand(i);
    if (i == sink.argument)
      continue;
    ask(questions, argument);
    if (maybe.value(argument))
      values.push_back(argument);
    if (argument->getType()->isPointerTy() && maybe.memory(argument)) {
      questions.insert(length ? builder.CreateTrunc(api.coarseMask(builder), api.i32)
                              : coarse(builder, argument, bytesShown(argument, layout), Align(1)));
      memory.push_back(argument);
    }
  }
  if (values.empty() && memory.empty())
    return flush(&call);
  flush(&call, questions.getArrayRef(), [&](Builder &slow) {
    Value *destination = call.getArgOperand(sink.argument);
    if (sink.kind == Sink::File)
      destination = slow.CreateLoad(api.pointer, destination);
    bool toStream = sink.kind != Sink::Descriptor;
    destination =
        toStream ? slow.CreatePtrToInt(destination, api.i64) : slow.CreateZExtOrTrunc(destination, api.i64);
    Value *isStream = slow.getInt32(toStream);
    Constant *nothing = Constant::getNullValue(api.pointer), *place = site(call, BRAID_SITE_CALL);
    for (Value *value : values)
      for (Value *label : labelsOf(value))
        if (label != zero())
          api.slow(slow, api.output, {destination, isStream, label, nothing, slow.getInt64(0), place});
    for (Value *address : memory) {
      Value *bytes = length ? length : slow.getInt64(bytesShown(address, layout));
      api.slow(slow, api.output, {destination, isStream, zero(), address, bytes, place});
    }
  });
}

bool isConstantData(const Value *address) {
  const Value *base = getUnderlyingObject(address);
  const auto *variable = dyn_cast<GlobalVariable>(base);
  return isa<Function>(base) || isa<ConstantPointerNull>(base) || (variable && variable->isConstant());
}

bool isFutex(const CallBase &call) {
  if (call.getCalledFunction()->getName() != "syscall" || call.arg_size() == 0)
    return false;
  const auto *number = dyn_cast<ConstantInt>(call.getArgOperand(0));
  return number && number->getZExtValue() == 202;
}

/// Symbols in memory that a function is shown which may turn out not to be instrumented. Models show memory to the
/// functions they stand for, and know what they do.
void FunctionInstrumenter::showMemory(CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (modelFile || (callee && (!callee->isDeclaration() || callee->getName().starts_with("__braid_") ||
                               isBystander(callee->getName()) || isFutex(call))))
    return;
  Builder builder(&call);
  SetVector<Value *> questions;
  SmallVector<Value *> memory;
  for (unsigned i = 0; i < call.arg_size(); i++) {
    Value *argument = call.getArgOperand(i);
    if (!argument->getType()->isPointerTy() || call.isByValArgument(i) ||
        call.paramHasAttr(i, Attribute::StructRet) || isConstantData(argument) || !maybe.memory(argument))
      continue;
    questions.insert(coarse(builder, argument, bytesShown(argument, layout), Align(1)));
    memory.push_back(argument);
  }
  if (memory.empty())
    return;
  flush(&call, questions.getArrayRef(), [&](Builder &slow) {
    for (Value *address : memory)
      api.slow(slow, api.shown,
               {call.getCalledOperand(), address, slow.getInt64(bytesShown(address, layout)),
                site(call, BRAID_SITE_CALL), slow.getInt32(BRAID_LOST_SHOWN)});
  });
}

} // namespace braid
