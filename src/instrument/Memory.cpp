// Loads, stores, atomic operations and block operations: the labels of memory.
#include "instrument/FunctionInstrumenter.h"
#include "runtime/api.h"

#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace braid {

/// Not zero if a byte of the range may carry a label: the bytes of the coarse map that cover it, read at once.
/// May be not zero without need, for neighbours of the range.
Value *FunctionInstrumenter::coarse(Builder &builder, Value *address, uint64_t bytes, Align alignment) {
  bool within = bytes <= 8 && alignment.value() >= PowerOf2Ceil(bytes); /* one group of eight */
  uint64_t groups = within ? 1 : (bytes + 7 + 7) / 8;
  if (groups > 8)
    return builder.CreateTrunc(api.coarseMask(builder), api.i32); /* let the runtime look */
  Value *index = builder.CreateLShr(builder.CreatePtrToInt(address, api.i64), 3);
  index = builder.CreateAnd(index, api.coarseMask(builder));
  Value *at = builder.CreateGEP(api.i8, api.coarseBase(builder), index);
  Type *type = builder.getIntNTy(8 * PowerOf2Ceil(groups));
  Value *map = builder.CreateAlignedLoad(type, at, Align(1), "braid.coarse");
  if (type->getIntegerBitWidth() <= 32)
    return builder.CreateZExt(map, api.i32);
  return builder.CreateTrunc(builder.CreateOr(map, builder.CreateLShr(map, 32)), api.i32);
}

Value *FunctionInstrumenter::coarseQuestion(Builder &builder, const LoadInst &load) {
  return coarse(builder, const_cast<Value *>(load.getPointerOperand()), layout.getTypeStoreSize(load.getType()),
                load.getAlign());
}

void FunctionInstrumenter::addressEvent(Builder &builder, const Instruction &at, Value *pointer, uint64_t bytes,
                                        bool write) {
  Value *label = labelOf(pointer);
  if (label != zero())
    api.slow(builder, api.address,
             {site(at, BRAID_SITE_MEMORY), label, builder.getInt32(static_cast<uint32_t>(bytes)),
              builder.getInt32(write)});
}

static bool inWholeBytes(Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return !vector || vector->getScalarSizeInBits() % 8 == 0 || vector->getElementType()->isPointerTy();
}

/// One value of at most eight bytes: it can be read from, and written to, an array at a symbolic offset.
bool FunctionInstrumenter::isModelled(Type *type) const {
  Scalars scalars = scalarsOf(type, layout);
  return scalars.size() == 1 && scalars.front().carry != Carry::None && inWholeBytes(type) &&
         !type->isVectorTy() && !type->isAggregateType() && layout.getTypeStoreSize(type) <= 8;
}

/// A load from an address that may depend on input. What the trace says about the address has to be there before
/// the load, which may be the end of the program. True: the label is known, and nothing is left to do.
bool FunctionInstrumenter::visitLoad(LoadInst &load) {
  Value *address = load.getPointerOperand();
  uint64_t bytes = layout.getTypeStoreSize(load.getType());
  Builder builder(&load);
  SetVector<Value *> questions;
  ask(questions, address);
  unsigned width = isModelled(load.getType()) ? scalarsOf(load.getType(), layout).front().bits : 0;
  if (width == 0 || width % 8 != 0 || !maybe.value(&load)) {
    flush(&load, questions.getArrayRef(), [&](Builder &slow) { addressEvent(slow, load, address, bytes, false); });
    return false;
  }
  if (maybe.memory(address))
    questions.insert(coarseQuestion(builder, load));
  Value *loaded = nullptr;
  flush(&load, questions.getArrayRef(), [&](Builder &slow) {
    loaded = api.slow(slow, api.loadAt,
                      {address, slow.getInt64(bytes), site(load, BRAID_SITE_MEMORY), labelOf(address)});
  });
  if (!loaded) {
    labels[&load] = zeros(load.getType());
    return true;
  }
  BasicBlock *block = load.getParent();
  Builder join(block, block->begin());
  PHINode *phi = join.CreatePHI(api.i32, 2);
  for (BasicBlock *from : predecessors(block))
    phi->addIncoming(from == cast<Instruction>(loaded)->getParent() ? loaded : zero(), from);
  labels[&load] = {phi};
  return true;
}

Labels FunctionInstrumenter::loadSlowPath(Builder &builder, LoadInst &load) {
  Value *address = load.getPointerOperand();
  uint64_t bytes = layout.getTypeStoreSize(load.getType());
  Constant *place = site(load, BRAID_SITE_MEMORY);
  Labels result;
  if (!maybe.memory(address) || !maybe.value(&load))
    return zeros(load.getType());
  unsigned number = 0;
  if (!inWholeBytes(load.getType())) {
    for (uint64_t offset = 0; offset < bytes; offset += 8) {
      Value *part = builder.CreateConstGEP1_64(api.i8, address, offset);
      Value *label =
          api.slow(builder, api.load, {part, builder.getInt64(std::min<uint64_t>(8, bytes - offset)), place});
      api.slow(builder, api.lost, {place, label, builder.getInt32(BRAID_LOST_TYPE)});
    }
    return zeros(load.getType());
  }
  for (const Scalar &scalar : scalarsOf(load.getType(), layout)) {
    Value *at = builder.CreateConstGEP1_64(api.i8, address, scalar.offset);
    unsigned size = std::min(scalar.bytes(), 16u);
    Value *label = api.slow(builder, api.load, {at, builder.getInt64(size), place});
    if (scalar.carry == Carry::None) {
      api.slow(builder, api.lost, {place, label, builder.getInt32(BRAID_LOST_TYPE)});
      label = zero();
    } else if (scalar.bits % 8) {
      label = lowPart(builder, load, scalar.bits, 8 * size, label, lane(builder, &load, number));
    }
    result.push_back(label);
    number++;
  }
  return result;
}

/// The runtime widens labels to whole bytes.
void FunctionInstrumenter::storeLabels(Builder &builder, Value *address, Type *type, const Labels &list) {
  Scalars scalars = scalarsOf(type, layout);
  uint64_t bytes = layout.getTypeStoreSize(type);
  if (scalars.size() != 1 || scalars.front().carry == Carry::None || !inWholeBytes(type) || list.empty() ||
      list[0] == zero())
    api.slow(builder, api.clear, {address, builder.getInt64(bytes)});
  if (!inWholeBytes(type))
    return;
  for (unsigned i = 0; i < list.size(); i++) {
    Value *label = list[i];
    if (label == zero() || scalars[i].carry == Carry::None)
      continue;
    Value *part = builder.CreateConstGEP1_64(api.i8, address, scalars[i].offset);
    api.slow(builder, api.store, {part, builder.getInt64(scalars[i].bytes()), label});
  }
}

/// In a compilation for merging: what was written has a label from here on, if it had none.
void FunctionInstrumenter::keepAfter(Instruction &write, Value *address, Value *bytes) {
  if (!merging)
    return;
  Instruction *next = write.getNextNode();
  Builder builder(next);
  flush(next, {api.hasDiverged(builder)},
        [&](Builder &slow) { api.slow(slow, api.kept, {address, slow.CreateZExtOrTrunc(bytes, api.i64)}); });
}

/// In a compilation for merging: what happens here is not seen, unless a function is called that turns out to be
/// instrumented.
void FunctionInstrumenter::opaqueAt(Instruction &place, Value *callee) {
  if (!merging)
    return;
  Builder builder(&place);
  flush(&place, {api.hasDiverged(builder)}, [&](Builder &slow) {
    api.slow(slow, api.opaque,
             {site(place, BRAID_SITE_CALL), callee ? callee : Constant::getNullValue(api.pointer)});
  });
}

void FunctionInstrumenter::visitStore(StoreInst &store) {
  Value *address = store.getPointerOperand(), *value = store.getValueOperand();
  bool symbolicAddress = maybe.value(address);
  if (!maybe.memory(address) && !symbolicAddress)
    return;
  Type *type = value->getType();
  uint64_t bytes = layout.getTypeStoreSize(type);
  Builder builder(&store);
  SetVector<Value *> questions;
  ask(questions, value);
  ask(questions, address);
  questions.insert(coarse(builder, address, bytes, store.getAlign()));
  flush(&store, questions.getArrayRef(), [&](Builder &slow) {
    if (Value *label = labelOf(address); label != zero() && isModelled(type)) {
      Value *stored = labelOf(value);
      api.slow(slow, api.storeAt,
               {address, slow.getInt64(bytes), stored, site(store, BRAID_SITE_MEMORY), label,
                slow.CreateZExtOrTrunc(bits(slow, value), api.i64)});
      return;
    }
    addressEvent(slow, store, address, bytes, true);
    if (!inWholeBytes(type) || (maybe.value(value) && scalarsOf(type, layout).empty()))
      reportLost(slow, store, value, BRAID_LOST_TYPE);
    storeLabels(slow, address, type, labelsOf(value));
  });
  keepAfter(store, address, builder.getInt64(bytes));
}

// --- atomic operations: the same without a thought for other threads, whose labels are not ordered ---

static std::optional<unsigned> exchangeOperation(AtomicRMWInst::BinOp operation) {
  switch (operation) {
  case AtomicRMWInst::Add:
    return BRAID_OP_ADD;
  case AtomicRMWInst::Sub:
    return BRAID_OP_SUB;
  case AtomicRMWInst::And:
    return BRAID_OP_AND;
  case AtomicRMWInst::Or:
    return BRAID_OP_OR;
  case AtomicRMWInst::Xor:
    return BRAID_OP_XOR;
  case AtomicRMWInst::Max:
    return BRAID_COMPOSITE_SMAX;
  case AtomicRMWInst::Min:
    return BRAID_COMPOSITE_SMIN;
  case AtomicRMWInst::UMax:
    return BRAID_COMPOSITE_UMAX;
  case AtomicRMWInst::UMin:
    return BRAID_COMPOSITE_UMIN;
  default:
    return std::nullopt;
  }
}

static Value *applyExchange(IRBuilderBase &builder, AtomicRMWInst::BinOp operation, Value *a, Value *b) {
  switch (operation) {
  case AtomicRMWInst::Add:
    return builder.CreateAdd(a, b);
  case AtomicRMWInst::Sub:
    return builder.CreateSub(a, b);
  case AtomicRMWInst::And:
    return builder.CreateAnd(a, b);
  case AtomicRMWInst::Or:
    return builder.CreateOr(a, b);
  case AtomicRMWInst::Xor:
    return builder.CreateXor(a, b);
  default: /* minimum and maximum: the runtime computes it */
    return ConstantInt::get(a->getType(), 0);
  }
}

void FunctionInstrumenter::visitExchange(AtomicRMWInst &exchange) {
  Value *address = exchange.getPointerOperand(), *value = exchange.getValOperand();
  Type *type = exchange.getType();
  Scalars scalars = scalarsOf(type, layout);
  uint64_t bytes = layout.getTypeStoreSize(type);
  Labels before(1, zero());
  opaqueAt(exchange, nullptr);
  {
    Builder builder(&exchange);
    SetVector<Value *> questions;
    ask(questions, value);
    ask(questions, address);
    questions.insert(coarse(builder, address, bytes, exchange.getAlign()));
    Value *old = nullptr;
    flush(&exchange, questions.getArrayRef(), [&](Builder &slow) {
      addressEvent(slow, exchange, address, bytes, true);
      old = api.slow(slow, api.load, {address, slow.getInt64(bytes), site(exchange, BRAID_SITE_MEMORY)});
    });
    if (old) {
      BasicBlock *block = exchange.getParent();
      Builder join(block, block->begin());
      PHINode *phi = join.CreatePHI(api.i32, 2);
      for (BasicBlock *from : predecessors(block))
        phi->addIncoming(from == cast<Instruction>(old)->getParent() ? old : zero(), from);
      before[0] = phi;
    }
  }
  labels[&exchange] = before;
  Instruction *next = exchange.getNextNode();
  Builder builder(next);
  SetVector<Value *> questions;
  questions.insert(before[0]);
  ask(questions, value);
  questions.insert(coarse(builder, address, bytes, exchange.getAlign()));
  flush(next, questions.getArrayRef(), [&](Builder &slow) {
    AtomicRMWInst::BinOp how = exchange.getOperation();
    Value *label = zero();
    if (how == AtomicRMWInst::Xchg) {
      label = labelOf(value);
    } else if (auto op = exchangeOperation(how); op && scalars.front().carry == Carry::Full) {
      Value *result = applyExchange(slow, how, &exchange, value);
      label = binaryNode(slow, *op, scalars.front().bits, before[0], labelOf(value), &exchange, value, result);
    } else {
      reportLost(slow, exchange, value, BRAID_LOST_OPERATION);
      api.slow(slow, api.lost, {site(exchange, BRAID_SITE_OTHER), before[0], slow.getInt32(BRAID_LOST_OPERATION)});
    }
    storeLabels(slow, address, type, {label});
  });
}

void FunctionInstrumenter::visitCompareExchange(AtomicCmpXchgInst &exchange) {
  Value *address = exchange.getPointerOperand(), *expected = exchange.getCompareOperand(),
        *value = exchange.getNewValOperand();
  Type *type = value->getType();
  uint64_t bytes = layout.getTypeStoreSize(type);
  opaqueAt(exchange, nullptr);
  Builder builder(&exchange);
  SetVector<Value *> questions;
  ask(questions, value);
  ask(questions, expected);
  ask(questions, address);
  questions.insert(coarse(builder, address, bytes, exchange.getAlign()));
  Value *old = nullptr;
  flush(&exchange, questions.getArrayRef(), [&](Builder &slow) {
    addressEvent(slow, exchange, address, bytes, true);
    old = api.slow(slow, api.load, {address, slow.getInt64(bytes), site(exchange, BRAID_SITE_MEMORY)});
  });
  BasicBlock *block = exchange.getParent();
  Builder join(block, block->begin());
  PHINode *before = join.CreatePHI(api.i32, 2);
  for (BasicBlock *from : predecessors(block))
    before->addIncoming(old && from == cast<Instruction>(old)->getParent() ? old : zero(), from);

  Instruction *next = exchange.getNextNode();
  Builder after(next);
  SetVector<Value *> again;
  again.insert(before);
  ask(again, value);
  ask(again, expected);
  again.insert(coarse(after, address, bytes, exchange.getAlign()));
  Value *equal = nullptr;
  flush(next, again.getArrayRef(), [&](Builder &slow) {
    Value *found = slow.CreateExtractValue(&exchange, 0), *success = slow.CreateExtractValue(&exchange, 1);
    equal = binaryNode(slow, BRAID_OP_EQ, 1, before, labelOf(expected), found, expected, success);
    /* What memory holds now: the new value if they were equal, else what it held. */
    Value *label = chooseNode(slow, exchange, equal, labelOf(value), before, success, value, found);
    storeLabels(slow, address, type, {label});
  });
  BasicBlock *end = next->getParent();
  Builder last(end, end->begin());
  PHINode *equality = last.CreatePHI(api.i32, 2);
  for (BasicBlock *from : predecessors(end))
    equality->addIncoming(from == cast<Instruction>(equal)->getParent() ? equal : zero(), from);
  labels[&exchange] = {before, equality};
}

// --- blocks of memory ---

/// Of memory at one or two addresses.
void FunctionInstrumenter::lengthEvent(Builder &slow, CallBase &call, Value *length, Value *to, Value *from) {
  Value *label = labelOf(length);
  if (label == zero())
    return;
  if (length->getType()->isIntegerTy(64))
    api.slow(slow, api.lengthWithin,
             {site(call, BRAID_SITE_CHECK), label, length, to, from ? from : Constant::getNullValue(api.pointer)});
  api.slow(slow, api.length, {site(call, BRAID_SITE_MEMORY), label, slow.getInt32(0)});
}

void FunctionInstrumenter::visitTransfer(MemTransferInst &transfer) {
  Value *to = transfer.getRawDest(), *from = transfer.getRawSource(), *length = transfer.getLength();
  if (!maybe.memory(to) && !maybe.value(to) && !maybe.value(from) && !maybe.value(length))
    return;
  Builder builder(&transfer);
  SetVector<Value *> questions;
  for (Value *operand : {to, from, length})
    ask(questions, operand);
  auto *constant = dyn_cast<ConstantInt>(length);
  uint64_t bytes = constant ? constant->getZExtValue() : 0;
  if (constant && bytes && bytes <= 48) {
    questions.insert(coarse(builder, to, bytes, transfer.getDestAlign().valueOrOne()));
    questions.insert(coarse(builder, from, bytes, transfer.getSourceAlign().valueOrOne()));
  } else if (!constant || bytes) {
    questions.insert(builder.CreateTrunc(api.coarseMask(builder), api.i32));
  }
  if (merging)
    questions.insert(api.hasDiverged(builder));
  flush(&transfer, questions.getArrayRef(), [&](Builder &slow) {
    Value *target = labelOf(to), *source = labelOf(from);
    if (constant && (target != zero() || source != zero())) {
      api.slow(slow, api.moveAt,
               {to, from, slow.getInt64(bytes), site(transfer, BRAID_SITE_MEMORY), target, source});
      return;
    }
    addressEvent(slow, transfer, to, bytes, true);
    addressEvent(slow, transfer, from, bytes, false);
    lengthEvent(slow, transfer, length, to, from);
    api.slow(slow, api.move, {to, from, slow.CreateZExtOrTrunc(length, api.i64)});
  });
  keepAfter(transfer, to, length);
}

void FunctionInstrumenter::visitFill(MemSetInst &fill) {
  Value *to = fill.getRawDest(), *value = fill.getValue(), *length = fill.getLength();
  if (!maybe.memory(to) && !maybe.value(to) && !maybe.value(length))
    return;
  Builder builder(&fill);
  SetVector<Value *> questions;
  for (Value *operand : {to, value, length})
    ask(questions, operand);
  auto *constant = dyn_cast<ConstantInt>(length);
  uint64_t bytes = constant ? constant->getZExtValue() : 0;
  if (constant && bytes && bytes <= 48)
    questions.insert(coarse(builder, to, bytes, fill.getDestAlign().valueOrOne()));
  else if (!constant || bytes)
    questions.insert(builder.CreateTrunc(api.coarseMask(builder), api.i32));
  flush(&fill, questions.getArrayRef(), [&](Builder &slow) {
    addressEvent(slow, fill, to, bytes, true);
    lengthEvent(slow, fill, length, to, nullptr);
    api.slow(slow, api.fill, {to, slow.CreateZExtOrTrunc(length, api.i64), labelOf(value)});
  });
  keepAfter(fill, to, length);
}

/// Memory on the stack of a length that depends on input has the length of this run.
void FunctionInstrumenter::visitAlloca(AllocaInst &variable) {
  if (!variable.isStaticAlloca())
    noteDynamicObject(variable);
  if (!maybe.value(variable.getArraySize()))
    return;
  SetVector<Value *> questions;
  ask(questions, variable.getArraySize());
  flush(&variable, questions.getArrayRef(), [&](Builder &slow) {
    api.slow(slow, api.length,
             {site(variable, BRAID_SITE_MEMORY), labelOf(variable.getArraySize()), slow.getInt32(1)});
  });
}

} // namespace braid
