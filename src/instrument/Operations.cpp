// The slow path of pure operations: for each scalar of the result, which node of which operands.
#include "instrument/FunctionInstrumenter.h"
#include "instrument/Prepare.h"
#include "runtime/api.h"

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace braid {

/// A model says what a library function has given: braid_called_double of runtime/model.h, or the same for float.
static bool isLibraryResult(const Instruction &instruction) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && (callee->getName() == "braid_called_double" || callee->getName() == "braid_called_float");
}

bool FunctionInstrumenter::isPure(const Instruction &instruction) const {
  if (isa<BinaryOperator>(instruction) || isa<UnaryOperator>(instruction) || isa<CmpInst>(instruction) ||
      isa<CastInst>(instruction) || isa<SelectInst>(instruction) || isa<GetElementPtrInst>(instruction) ||
      isa<FreezeInst>(instruction) || isa<ExtractValueInst>(instruction) || isa<InsertValueInst>(instruction) ||
      isa<ExtractElementInst>(instruction) || isa<InsertElementInst>(instruction) ||
      isa<ShuffleVectorInst>(instruction) || isa<LoadInst>(instruction))
    return true;
  if (isLibraryResult(instruction))
    return true;
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic && isPureIntrinsic(*intrinsic);
}

// --- values ---

/// Scalar number `number` of a value, in the order of scalarsOf.
Value *FunctionInstrumenter::lane(Builder &builder, Value *value, unsigned number) {
  Type *type = value->getType();
  if (auto *structure = dyn_cast<StructType>(type)) {
    for (unsigned i = 0; i < structure->getNumElements(); i++) {
      unsigned count = scalarsOf(structure->getElementType(i), layout).size();
      if (number < count)
        return lane(builder, builder.CreateExtractValue(value, i), number);
      number -= count;
    }
  }
  if (auto *array = dyn_cast<ArrayType>(type)) {
    unsigned count = scalarsOf(array->getElementType(), layout).size();
    return lane(builder, builder.CreateExtractValue(value, number / count), number % count);
  }
  if (isa<FixedVectorType>(type))
    return builder.CreateExtractElement(value, number);
  return value;
}

/// The bits of a scalar as an integer of its own width.
static Value *asInteger(IRBuilderBase &builder, Value *scalar, const DataLayout &layout) {
  Type *type = scalar->getType();
  if (type->isPointerTy())
    return builder.CreatePtrToInt(scalar, layout.getIntPtrType(type));
  if (!type->isIntegerTy())
    return builder.CreateBitCast(scalar, builder.getIntNTy(layout.getTypeSizeInBits(type)));
  return scalar;
}

/// The bits of a scalar of at most 64 bits, as an i64.
Value *FunctionInstrumenter::bits(Builder &builder, Value *scalar) {
  return builder.CreateZExt(asInteger(builder, scalar, layout), api.i64);
}

static unsigned widthOf(const Value *scalar, const DataLayout &layout) {
  return layout.getTypeSizeInBits(scalar->getType());
}

/// Values stored one after the other in a piece of the frame that is kept for this.
Value *FunctionInstrumenter::scratchWords(Builder &builder, ArrayRef<Value *> values, bool wide) {
  if (!scratch) {
    Builder entry(&function.getEntryBlock(), function.getEntryBlock().begin());
    scratch = entry.CreateAlloca(ArrayType::get(api.i64, 8), nullptr, "braid.scratch");
  }
  Type *type = wide ? builder.getInt128Ty() : api.i64;
  for (unsigned i = 0; i < values.size(); i++) {
    Value *value = builder.CreateZExtOrTrunc(asInteger(builder, values[i], layout), type);
    builder.CreateAlignedStore(value, builder.CreateConstGEP1_64(type, scratch, i), Align(8));
  }
  return scratch;
}

// --- nodes ---

Value *FunctionInstrumenter::unaryNode(Builder &builder, unsigned op, unsigned width, Value *label, Value *operand,
                                       Value *result) {
  if (label == zero())
    return zero();
  unsigned operandWidth = widthOf(operand, layout);
  Value *operation = builder.getInt32(operationWord(op, width, operandWidth));
  if (width <= 64 && operandWidth <= 64)
    return api.slow(builder, api.node1, {operation, label, bits(builder, operand), bits(builder, result)});
  Value *nothing = builder.getInt64(0);
  Value *values = scratchWords(builder, {operand, nothing, nothing, result}, true);
  Value *nowhere = ConstantPointerNull::get(builder.getPtrTy());
  return api.slow(builder, api.wide, {nowhere, operation, label, zero(), zero(), values});
}

Value *FunctionInstrumenter::binaryNode(Builder &builder, unsigned op, unsigned width, Value *la, Value *lb,
                                        Value *a, Value *b, Value *result) {
  if (la == zero() && lb == zero())
    return zero();
  unsigned operandWidth = widthOf(a, layout);
  Value *operation = builder.getInt32(operationWord(op, width, operandWidth));
  if (width <= 64 && operandWidth <= 64)
    return api.slow(builder, api.node2,
                    {operation, la, lb, bits(builder, a), bits(builder, b), bits(builder, result)});
  Value *values = scratchWords(builder, {a, b, builder.getInt64(0), result}, true);
  Value *nowhere = ConstantPointerNull::get(builder.getPtrTy());
  return api.slow(builder, api.wide, {nowhere, operation, la, lb, zero(), values});
}

/// The lowest bits. The label may be of more bits than the operand, if those above have no meaning. The value of
/// a wide operand is given, because a trace keeps only its low half.
Value *FunctionInstrumenter::lowPart(Builder &builder, const Instruction &at, unsigned width,
                                     unsigned operandWidth, Value *label, Value *operand) {
  if (operandWidth <= 64)
    return api.slow(builder, api.extract, {label, builder.getInt32(0), builder.getInt32(width)});
  Value *nothing = builder.getInt64(0);
  Value *values = scratchWords(builder, {operand, nothing, nothing, nothing}, true);
  return api.slow(builder, api.wide,
                  {site(at, BRAID_SITE_OTHER),
                   builder.getInt32(operationWord(BRAID_OP_EXTRACT, width, operandWidth)), label, zero(), zero(),
                   values});
}

/// One to three operands; the runtime compares the result with what the trace's operation gives.
Value *FunctionInstrumenter::checkedNode(Builder &builder, const Instruction &at, unsigned op, unsigned width,
                                         ArrayRef<Value *> operandLabels, ArrayRef<Value *> operands,
                                         Value *result) {
  if (all_of(operandLabels, [&](Value *label) { return label == zero(); }))
    return zero();
  unsigned operandWidth = widthOf(operands[0], layout);
  bool wide = width > 64 || operandWidth > 64;
  SmallVector<Value *, 4> values(operands.begin(), operands.end());
  SmallVector<Value *, 3> labelList(operandLabels.begin(), operandLabels.end());
  values.resize(3, builder.getInt64(0));
  labelList.resize(3, zero());
  values.push_back(result);
  Value *memory = scratchWords(builder, values, wide);
  return api.slow(builder, wide ? api.wide : api.checked,
                  {site(at, BRAID_SITE_OTHER), builder.getInt32(operationWord(op, width, operandWidth)),
                   labelList[0], labelList[1], labelList[2], memory});
}

Value *FunctionInstrumenter::chooseNode(Builder &builder, const Instruction &at, Value *lc, Value *la, Value *lb,
                                        Value *condition, Value *a, Value *b) {
  if (lc == zero()) {
    if (la == zero() && lb == zero())
      return zero();
    return builder.CreateSelect(condition, la, lb);
  }
  unsigned width = widthOf(a, layout);
  if (width <= 64)
    return api.slow(builder, api.choose,
                    {lc, la, lb, builder.getInt32(width), builder.CreateZExt(condition, api.i32), bits(builder, a),
                     bits(builder, b)});
  Value *chosen = builder.CreateSelect(condition, a, b);
  Value *memory = scratchWords(builder, {condition, a, b, chosen}, true);
  return api.slow(builder, api.wide,
                  {site(at, BRAID_SITE_OTHER), builder.getInt32(operationWord(BRAID_OP_ITE, width, width)), lc, la,
                   lb, memory});
}

Labels FunctionInstrumenter::lostResult(Builder &builder, Instruction &instruction, unsigned reason) {
  reportOperands(builder, instruction, reason);
  return zeros(instruction.getType());
}

// --- instructions ---

static std::optional<unsigned> integerOperation(unsigned opcode) {
  switch (opcode) {
  case Instruction::Add:
    return BRAID_OP_ADD;
  case Instruction::Sub:
    return BRAID_OP_SUB;
  case Instruction::Mul:
    return BRAID_OP_MUL;
  case Instruction::UDiv:
    return BRAID_OP_UDIV;
  case Instruction::SDiv:
    return BRAID_OP_SDIV;
  case Instruction::URem:
    return BRAID_OP_UREM;
  case Instruction::SRem:
    return BRAID_OP_SREM;
  case Instruction::And:
    return BRAID_OP_AND;
  case Instruction::Or:
    return BRAID_OP_OR;
  case Instruction::Xor:
    return BRAID_OP_XOR;
  case Instruction::Shl:
    return BRAID_OP_SHL;
  case Instruction::LShr:
    return BRAID_OP_LSHR;
  case Instruction::AShr:
    return BRAID_OP_ASHR;
  default:
    return std::nullopt;
  }
}

static std::optional<unsigned> floatOperation(unsigned opcode) {
  switch (opcode) {
  case Instruction::FAdd:
    return BRAID_OP_FADD;
  case Instruction::FSub:
    return BRAID_OP_FSUB;
  case Instruction::FMul:
    return BRAID_OP_FMUL;
  case Instruction::FDiv:
    return BRAID_OP_FDIV;
  case Instruction::FRem:
    return BRAID_OP_FREM;
  default:
    return std::nullopt;
  }
}

Labels FunctionInstrumenter::binaryOperation(Builder &builder, BinaryOperator &operation) {
  Value *left = operation.getOperand(0), *right = operation.getOperand(1);
  Labels la = labelsOf(left), lb = labelsOf(right), result;
  Scalars scalars = scalarsOf(operation.getType(), layout);
  if (scalars.front().carry != Carry::Full)
    return lostResult(builder, operation, BRAID_LOST_TYPE);
  for (unsigned i = 0; i < scalars.size(); i++) {
    Value *a = lane(builder, left, i), *b = lane(builder, right, i), *r = lane(builder, &operation, i);
    if (auto op = floatOperation(operation.getOpcode())) {
      result.push_back(checkedNode(builder, operation, *op, scalars[i].bits, {la[i], lb[i]}, {a, b}, r));
      continue;
    }
    unsigned op = *integerOperation(operation.getOpcode());
    auto *amount = dyn_cast<ConstantInt>(b);
    if (operation.isShift() && !(amount && amount->getValue().ult(scalars[i].bits)))
      // The third operand says that it is a lane of a vector, which machines shift in other ways.
      result.push_back(checkedNode(builder, operation, op, scalars[i].bits, {la[i], lb[i]},
                                   {a, b, builder.getInt64(operation.getType()->isVectorTy())}, r));
    else
      result.push_back(binaryNode(builder, op, scalars[i].bits, la[i], lb[i], a, b, r));
  }
  return result;
}

std::optional<Comparison> comparisonOf(CmpInst::Predicate predicate) {
  switch (predicate) {
  case CmpInst::ICMP_EQ:
    return Comparison{BRAID_OP_EQ, false, false};
  case CmpInst::ICMP_NE:
    return Comparison{BRAID_OP_NE, false, false};
  case CmpInst::ICMP_ULT:
    return Comparison{BRAID_OP_ULT, false, false};
  case CmpInst::ICMP_ULE:
    return Comparison{BRAID_OP_ULE, false, false};
  case CmpInst::ICMP_UGT:
    return Comparison{BRAID_OP_ULT, true, false};
  case CmpInst::ICMP_UGE:
    return Comparison{BRAID_OP_ULE, true, false};
  case CmpInst::ICMP_SLT:
    return Comparison{BRAID_OP_SLT, false, false};
  case CmpInst::ICMP_SLE:
    return Comparison{BRAID_OP_SLE, false, false};
  case CmpInst::ICMP_SGT:
    return Comparison{BRAID_OP_SLT, true, false};
  case CmpInst::ICMP_SGE:
    return Comparison{BRAID_OP_SLE, true, false};
  case CmpInst::FCMP_OEQ:
    return Comparison{BRAID_OP_FEQ, false, true};
  case CmpInst::FCMP_OLT:
    return Comparison{BRAID_OP_FLT, false, true};
  case CmpInst::FCMP_OLE:
    return Comparison{BRAID_OP_FLE, false, true};
  case CmpInst::FCMP_OGT:
    return Comparison{BRAID_OP_FLT, true, true};
  case CmpInst::FCMP_OGE:
    return Comparison{BRAID_OP_FLE, true, true};
  case CmpInst::FCMP_UNO:
    return Comparison{BRAID_OP_FUNORDERED, false, true};
  case CmpInst::FCMP_ORD:
    return Comparison{BRAID_COMPOSITE_FORDERED, false, true};
  case CmpInst::FCMP_ONE:
    return Comparison{BRAID_COMPOSITE_FONE, false, true};
  case CmpInst::FCMP_UEQ:
    return Comparison{BRAID_COMPOSITE_FUEQ, false, true};
  case CmpInst::FCMP_ULT:
    return Comparison{BRAID_COMPOSITE_FULT, false, true};
  case CmpInst::FCMP_ULE:
    return Comparison{BRAID_COMPOSITE_FULE, false, true};
  case CmpInst::FCMP_UGT:
    return Comparison{BRAID_COMPOSITE_FULT, true, true};
  case CmpInst::FCMP_UGE:
    return Comparison{BRAID_COMPOSITE_FULE, true, true};
  case CmpInst::FCMP_UNE:
    return Comparison{BRAID_COMPOSITE_FUNE, false, true};
  default: /* always true, always false */
    return std::nullopt;
  }
}

Labels FunctionInstrumenter::comparison(Builder &builder, CmpInst &compare) {
  auto how = comparisonOf(compare.getPredicate());
  Value *left = compare.getOperand(0), *right = compare.getOperand(1);
  Scalars operands = scalarsOf(left->getType(), layout);
  if (!how)
    return zeros(compare.getType());
  if (operands.front().carry != Carry::Full)
    return lostResult(builder, compare, BRAID_LOST_TYPE);
  if (how->swap)
    std::swap(left, right);
  Labels la = labelsOf(left), lb = labelsOf(right), result;
  for (unsigned i = 0; i < operands.size(); i++) {
    Value *a = lane(builder, left, i), *b = lane(builder, right, i), *r = lane(builder, &compare, i);
    result.push_back(how->isFloat ? checkedNode(builder, compare, how->op, 1, {la[i], lb[i]}, {a, b}, r)
                                  : binaryNode(builder, how->op, 1, la[i], lb[i], a, b, r));
  }
  return result;
}

/// The same bits as scalars of other sizes: by way of memory and its shadow.
Labels FunctionInstrumenter::reinterpretation(Builder &builder, Instruction &instruction, Value *from) {
  Scalars before = scalarsOf(from->getType(), layout), after = scalarsOf(instruction.getType(), layout);
  Labels list = labelsOf(from);
  if (before.size() == 1 && after.size() == 1)
    return list;
  bool wholeBytes = all_of(before, [](const Scalar &each) { return each.bits % 8 == 0; }) &&
                    all_of(after, [](const Scalar &each) { return each.bits % 8 == 0; });
  if (!wholeBytes)
    return lostResult(builder, instruction, BRAID_LOST_OPERATION);
  Builder entry(&function.getEntryBlock(), function.getEntryBlock().begin());
  AllocaInst *memory = entry.CreateAlloca(from->getType(), nullptr, "braid.cast");
  builder.CreateStore(from, memory);
  auto at = [&](const Scalar &scalar) { return builder.CreateConstGEP1_64(api.i8, memory, scalar.offset); };
  for (unsigned i = 0; i < before.size(); i++)
    api.slow(builder, api.store, {at(before[i]), builder.getInt64(before[i].bytes()), list[i]});
  Labels result;
  for (const Scalar &scalar : after) {
    Value *label = api.slow(builder, api.load,
                            {at(scalar), builder.getInt64(scalar.bytes()), site(instruction, BRAID_SITE_OTHER)});
    result.push_back(scalar.carry == Carry::None ? zero() : label);
  }
  api.slow(builder, api.clear, {memory, builder.getInt64(layout.getTypeStoreSize(from->getType()))});
  return result;
}

/// What the machine makes of a floating-point number that does not fit into this integer. The instructions that
/// every processor has give numbers that the runtime knows; vectors are converted in many ways.
static unsigned conversionBeyond(const CastInst &cast, unsigned width) {
  bool isSigned = cast.getOpcode() == Instruction::FPToSI, isVector = cast.getType()->isVectorTy();
  if (isSigned && (width == 32 || width == 64))
    return BRAID_BEYOND_KNOWN;
  if (!isSigned && (width == 32 || width == 64) && hasFeature(*cast.getFunction(), "avx512f"))
    return BRAID_BEYOND_ONES;
  return isVector ? BRAID_BEYOND_OPEN : BRAID_BEYOND_KNOWN;
}

Labels FunctionInstrumenter::conversion(Builder &builder, CastInst &cast) {
  Value *from = cast.getOperand(0);
  Scalars before = scalarsOf(from->getType(), layout), after = scalarsOf(cast.getType(), layout);
  if (isa<BitCastInst>(cast))
    return reinterpretation(builder, cast, from);
  if (before.empty() || after.empty() || before.front().carry == Carry::None || after.front().carry == Carry::None)
    return lostResult(builder, cast, BRAID_LOST_TYPE);
  Labels list = labelsOf(from), result;
  for (unsigned i = 0; i < after.size(); i++) {
    Value *a = lane(builder, from, i), *r = lane(builder, &cast, i), *label = list[i];
    unsigned width = after[i].bits, operandWidth = before[i].bits;
    unsigned op = BRAID_OP_NONE;
    switch (cast.getOpcode()) {
    case Instruction::Trunc:
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
    case Instruction::AddrSpaceCast:
      if (label == zero() || width == operandWidth)
        result.push_back(label);
      else if (width < operandWidth)
        result.push_back(lowPart(builder, cast, width, operandWidth, label, a));
      else
        result.push_back(
            unaryNode(builder, isa<SExtInst>(cast) ? BRAID_OP_SEXT : BRAID_OP_ZEXT, width, label, a, r));
      continue;
    case Instruction::FPTrunc:
      op = BRAID_OP_FROUNDTO;
      break;
    case Instruction::FPExt:
      op = BRAID_OP_FEXTEND;
      break;
    case Instruction::FPToSI:
      op = BRAID_OP_FTOSI;
      break;
    case Instruction::FPToUI:
      op = BRAID_OP_FTOUI;
      break;
    case Instruction::SIToFP:
      op = BRAID_OP_SITOF;
      break;
    case Instruction::UIToFP:
      op = BRAID_OP_UITOF;
      break;
    default:
      return lostResult(builder, cast, BRAID_LOST_OPERATION);
    }
    if (before[i].carry != Carry::Full || after[i].carry != Carry::Full)
      return lostResult(builder, cast, BRAID_LOST_TYPE);
    if (width > 64 || operandWidth > 64)
      return lostResult(builder, cast, BRAID_LOST_OPERATION);
    unsigned beyond = op == BRAID_OP_FTOSI || op == BRAID_OP_FTOUI ? conversionBeyond(cast, width) : 0;
    result.push_back(checkedNode(builder, cast, op, width, {label}, {a, builder.getInt64(beyond)}, r));
  }
  return result;
}

Labels FunctionInstrumenter::selection(Builder &builder, SelectInst &select) {
  Value *condition = select.getCondition(), *yes = select.getTrueValue(), *no = select.getFalseValue();
  Labels lc = labelsOf(condition), la = labelsOf(yes), lb = labelsOf(no), result;
  Scalars scalars = scalarsOf(select.getType(), layout);
  bool single = !condition->getType()->isVectorTy();
  for (unsigned i = 0; i < scalars.size(); i++) {
    if (scalars[i].carry == Carry::None) {
      reportLost(builder, select, condition, BRAID_LOST_TYPE);
      result.push_back(zero());
      continue;
    }
    Value *chosenBy = single ? condition : lane(builder, condition, i);
    result.push_back(chooseNode(builder, select, single ? lc[0] : lc[i], la[i], lb[i], chosenBy,
                                lane(builder, yes, i), lane(builder, no, i)));
  }
  return result;
}

Labels FunctionInstrumenter::addressArithmetic(Builder &builder, GetElementPtrInst &arithmetic) {
  if (arithmetic.getType()->isVectorTy())
    return lostResult(builder, arithmetic, BRAID_LOST_OPERATION);
  Value *label = labelOf(arithmetic.getPointerOperand());
  Value *address = builder.CreatePtrToInt(arithmetic.getPointerOperand(), api.i64);
  uint64_t fixed = 0; /* what constants add */
  for (auto index = gep_type_begin(arithmetic); index != gep_type_end(arithmetic); ++index) {
    Value *operand = index.getOperand();
    if (StructType *structure = index.getStructTypeOrNull()) {
      fixed += layout.getStructLayout(structure)->getElementOffset(cast<ConstantInt>(operand)->getZExtValue());
      continue;
    }
    uint64_t scale = index.getSequentialElementStride(layout);
    if (auto *constant = dyn_cast<ConstantInt>(operand)) {
      fixed += constant->getValue().sextOrTrunc(64).getZExtValue() * scale;
      continue;
    }
    Value *extended = builder.CreateSExtOrTrunc(operand, api.i64);
    unsigned width = operand->getType()->getIntegerBitWidth();
    label =
        api.slow(builder, api.step,
                 {label, labelOf(operand), builder.getInt32(width), address, extended, builder.getInt64(scale)});
    address = builder.CreateAdd(address, builder.CreateMul(extended, builder.getInt64(scale)));
  }
  if (fixed)
    label = api.slow(builder, api.step,
                     {label, zero(), builder.getInt32(64), address, builder.getInt64(fixed), builder.getInt64(1)});
  return {label};
}

/// Where the scalars of an element begin within its aggregate, and how many there are.
static std::pair<unsigned, unsigned> elementRange(Type *type, ArrayRef<unsigned> path, const DataLayout &layout) {
  unsigned first = 0;
  for (unsigned index : path) {
    if (auto *structure = dyn_cast<StructType>(type)) {
      for (unsigned i = 0; i < index; i++)
        first += scalarsOf(structure->getElementType(i), layout).size();
      type = structure->getElementType(index);
    } else {
      type = cast<ArrayType>(type)->getElementType();
      first += index * scalarsOf(type, layout).size();
    }
  }
  return {first, scalarsOf(type, layout).size()};
}

/// Instructions that only move scalars about: the labels move along.
Labels FunctionInstrumenter::rearrangement(Builder &builder, Instruction &instruction) {
  if (auto *extract = dyn_cast<ExtractValueInst>(&instruction)) {
    Labels list = labelsOf(extract->getAggregateOperand());
    auto [first, count] = elementRange(extract->getAggregateOperand()->getType(), extract->getIndices(), layout);
    if (first + count > list.size())
      return zeros(instruction.getType());
    return Labels(list.begin() + first, list.begin() + first + count);
  }
  if (auto *insert = dyn_cast<InsertValueInst>(&instruction)) {
    Labels list = labelsOf(insert->getAggregateOperand()), part = labelsOf(insert->getInsertedValueOperand());
    auto [first, count] = elementRange(insert->getType(), insert->getIndices(), layout);
    if (first + count > list.size() || part.size() != count)
      return lostResult(builder, instruction, BRAID_LOST_STRUCTURE);
    std::copy(part.begin(), part.end(), list.begin() + first);
    return list;
  }
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
    Labels first = labelsOf(shuffle->getOperand(0)), second = labelsOf(shuffle->getOperand(1)), result;
    first.append(second.begin(), second.end());
    for (int from : shuffle->getShuffleMask())
      result.push_back(from < 0 ? zero() : first[from]);
    return result;
  }
  bool inserts = isa<InsertElementInst>(instruction);
  Value *index = instruction.getOperand(inserts ? 2 : 1);
  Labels list = labelsOf(instruction.getOperand(0));
  Value *part = inserts ? labelOf(instruction.getOperand(1)) : zero(), *found = zero();
  reportLost(builder, instruction, index, BRAID_LOST_OPERATION);
  for (unsigned i = 0; i < list.size(); i++) {
    Value *here = builder.CreateICmpEQ(index, ConstantInt::get(index->getType(), i));
    if (inserts)
      list[i] = builder.CreateSelect(here, part, list[i]);
    else
      found = builder.CreateSelect(here, list[i], found);
  }
  return inserts ? list : Labels{found};
}

Labels FunctionInstrumenter::slowPath(Builder &builder, Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return loadSlowPath(builder, *load);
  if (auto *operation = dyn_cast<BinaryOperator>(&instruction))
    return binaryOperation(builder, *operation);
  if (auto *compare = dyn_cast<CmpInst>(&instruction))
    return comparison(builder, *compare);
  if (auto *cast = dyn_cast<CastInst>(&instruction))
    return conversion(builder, *cast);
  if (auto *select = dyn_cast<SelectInst>(&instruction))
    return selection(builder, *select);
  if (auto *arithmetic = dyn_cast<GetElementPtrInst>(&instruction))
    return addressArithmetic(builder, *arithmetic);
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return intrinsicSlowPath(builder, *intrinsic);
  if (isLibraryResult(instruction)) {
    Value *x = instruction.getOperand(1), *y = instruction.getOperand(2);
    unsigned op = cast<ConstantInt>(instruction.getOperand(0))->getZExtValue();
    return {checkedNode(builder, instruction, op, widthOf(&instruction, layout), {labelOf(x), labelOf(y)}, {x, y},
                        &instruction)};
  }
  if (isa<FreezeInst>(instruction))
    return labelsOf(instruction.getOperand(0));
  if (auto *negation = dyn_cast<UnaryOperator>(&instruction)) {
    Labels list = labelsOf(negation->getOperand(0)), result;
    Scalars scalars = scalarsOf(negation->getType(), layout);
    if (scalars.front().carry != Carry::Full)
      return lostResult(builder, instruction, BRAID_LOST_TYPE);
    for (unsigned i = 0; i < scalars.size(); i++)
      result.push_back(unaryNode(builder, BRAID_COMPOSITE_FNEG, scalars[i].bits, list[i],
                                 lane(builder, negation->getOperand(0), i), lane(builder, negation, i)));
    return result;
  }
  return rearrangement(builder, instruction);
}

} // namespace braid
