// Where data leaves the code that is instrumented other than as an argument: inline assembly, output, memory that
// somebody else is shown. What is lost there is recorded.
#include "instrument/FunctionInstrumenter.h"
#include "instrument/LibraryModels.h"
#include "runtime/api.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace braid {

/// Assembly uses values, and memory behind the addresses that its constraints name; what it writes is concrete.
void FunctionInstrumenter::visitAssembly(CallBase &call) {
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
      questions.insert(coarse(builder, argument, BRAID_SHOWN_BYTES, Align(1)));
    }
  }
  flush(&call, questions.getArrayRef(), [&](Builder &slow) {
    for (Value *argument : call.args())
      reportLost(slow, call, argument, BRAID_LOST_ASSEMBLY);
    for (Value *address : shown)
      api.slow(slow, api.shown,
               {Constant::getNullValue(api.pointer), address, site(call, BRAID_SITE_OTHER),
                slow.getInt32(BRAID_LOST_ASSEMBLY)});
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

/// Nothing of what is written comes back, unless the program reads it from where it wrote it.
void FunctionInstrumenter::visitOutput(CallBase &call, const Sink &sink) {
  if (sink.kind == Sink::None || sink.argument >= call.arg_size())
    return flush(&call);
  Builder builder(&call);
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
      questions.insert(coarse(builder, argument, BRAID_SHOWN_BYTES, Align(1)));
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
          api.slow(slow, api.output, {destination, isStream, label, nothing, place});
    for (Value *address : memory)
      api.slow(slow, api.output, {destination, isStream, zero(), address, place});
  });
}

static bool isConstantData(const Value *address) {
  const Value *base = getUnderlyingObject(address);
  const auto *variable = dyn_cast<GlobalVariable>(base);
  return isa<Function>(base) || isa<ConstantPointerNull>(base) || (variable && variable->isConstant());
}

/// Symbols in memory that a function is shown which may turn out not to be instrumented. Models show memory to the
/// functions they stand for, and know what they do.
void FunctionInstrumenter::showMemory(CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (modelFile || (callee && (!callee->isDeclaration() || callee->getName().starts_with("__braid_") ||
                               isBystander(callee->getName()))))
    return;
  Builder builder(&call);
  SetVector<Value *> questions;
  SmallVector<Value *> memory;
  for (unsigned i = 0; i < call.arg_size(); i++) {
    Value *argument = call.getArgOperand(i);
    if (!argument->getType()->isPointerTy() || call.isByValArgument(i) ||
        call.paramHasAttr(i, Attribute::StructRet) || isConstantData(argument) || !maybe.memory(argument))
      continue;
    questions.insert(coarse(builder, argument, BRAID_SHOWN_BYTES, Align(1)));
    memory.push_back(argument);
  }
  if (memory.empty())
    return;
  flush(&call, questions.getArrayRef(), [&](Builder &slow) {
    for (Value *address : memory)
      api.slow(slow, api.shown,
               {call.getCalledOperand(), address, site(call, BRAID_SITE_CALL), slow.getInt32(BRAID_LOST_SHOWN)});
  });
}

} // namespace braid
