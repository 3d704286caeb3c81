// Compiler intrinsics: arithmetic ones are pure operations like any other; the rest either has no part in the
// symbolic side or loses what it is given, on record.
#include "instrument/FunctionInstrumenter.h"
#include "runtime/api.h"

using namespace llvm;

namespace braid {

namespace {
enum class Shape { Same, Unary, Binary, Ternary, CheckedUnary, CheckedBinary, CheckedTernary };
struct Meaning {
  Shape shape;
  unsigned op;
};
} // namespace

/// Intrinsics that work scalar by scalar and have one node or one composite.
static std::optional<Meaning> meaningOf(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::ssa_copy:
  case Intrinsic::annotation:
  case Intrinsic::ptr_annotation:
  case Intrinsic::threadlocal_address:
    return Meaning{Shape::Same, 0};
  case Intrinsic::ctpop:
    return Meaning{Shape::Unary, BRAID_OP_CTPOP};
  case Intrinsic::ctlz:
    return Meaning{Shape::Unary, BRAID_OP_CTLZ};
  case Intrinsic::cttz:
    return Meaning{Shape::Unary, BRAID_OP_CTTZ};
  case Intrinsic::bswap:
    return Meaning{Shape::Unary, BRAID_OP_BSWAP};
  case Intrinsic::bitreverse:
    return Meaning{Shape::Unary, BRAID_OP_BITREVERSE};
  case Intrinsic::abs:
    return Meaning{Shape::Unary, BRAID_COMPOSITE_ABS};
  case Intrinsic::fabs:
    return Meaning{Shape::Unary, BRAID_COMPOSITE_FABS};
  case Intrinsic::umin:
    return Meaning{Shape::Binary, BRAID_COMPOSITE_UMIN};
  case Intrinsic::umax:
    return Meaning{Shape::Binary, BRAID_COMPOSITE_UMAX};
  case Intrinsic::smin:
    return Meaning{Shape::Binary, BRAID_COMPOSITE_SMIN};
  case Intrinsic::smax:
    return Meaning{Shape::Binary, BRAID_COMPOSITE_SMAX};
  case Intrinsic::uadd_sat:
    return Meaning{Shape::Binary, BRAID_COMPOSITE_UADD_SAT};
  case Intrinsic::sadd_sat:
    return Meaning{Shape::Binary, BRAID_COMPOSITE_SADD_SAT};
  case Intrinsic::usub_sat:
    return Meaning{Shape::Binary, BRAID_COMPOSITE_USUB_SAT};
  case Intrinsic::ssub_sat:
    return Meaning{Shape::Binary, BRAID_COMPOSITE_SSUB_SAT};
  case Intrinsic::ushl_sat:
    return Meaning{Shape::Binary, BRAID_COMPOSITE_USHL_SAT};
  case Intrinsic::sshl_sat:
    return Meaning{Shape::Binary, BRAID_COMPOSITE_SSHL_SAT};
  case Intrinsic::ucmp:
    return Meaning{Shape::Binary, BRAID_COMPOSITE_UCMP};
  case Intrinsic::scmp:
    return Meaning{Shape::Binary, BRAID_COMPOSITE_SCMP};
  case Intrinsic::ptrmask:
    return Meaning{Shape::Binary, BRAID_OP_AND};
  case Intrinsic::copysign:
    return Meaning{Shape::Binary, BRAID_COMPOSITE_FCOPYSIGN};
  case Intrinsic::is_fpclass:
    return Meaning{Shape::CheckedBinary, BRAID_COMPOSITE_FCLASS};
  case Intrinsic::minnum:
    return Meaning{Shape::CheckedBinary, BRAID_OP_FMIN};
  case Intrinsic::maxnum:
    return Meaning{Shape::CheckedBinary, BRAID_OP_FMAX};
  case Intrinsic::fshl:
    return Meaning{Shape::Ternary, BRAID_COMPOSITE_FSHL};
  case Intrinsic::fshr:
    return Meaning{Shape::Ternary, BRAID_COMPOSITE_FSHR};
  case Intrinsic::fma:
    return Meaning{Shape::CheckedTernary, BRAID_OP_FMA};
  case Intrinsic::sqrt:
    return Meaning{Shape::CheckedUnary, BRAID_OP_FSQRT};
  case Intrinsic::floor:
    return Meaning{Shape::CheckedUnary, BRAID_OP_FFLOOR};
  case Intrinsic::ceil:
    return Meaning{Shape::CheckedUnary, BRAID_OP_FCEIL};
  case Intrinsic::trunc:
    return Meaning{Shape::CheckedUnary, BRAID_OP_FTRUNC};
  case Intrinsic::round:
    return Meaning{Shape::CheckedUnary, BRAID_OP_FROUND};
  case Intrinsic::roundeven:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
    return Meaning{Shape::CheckedUnary, BRAID_OP_FROUNDEVEN};
  default:
    return std::nullopt;
  }
}

namespace {
struct Overflow {
  unsigned value, flag;
};
} // namespace

static std::optional<Overflow> overflowOf(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::uadd_with_overflow:
    return Overflow{BRAID_OP_ADD, BRAID_COMPOSITE_UADD_OVERFLOW};
  case Intrinsic::sadd_with_overflow:
    return Overflow{BRAID_OP_ADD, BRAID_COMPOSITE_SADD_OVERFLOW};
  case Intrinsic::usub_with_overflow:
    return Overflow{BRAID_OP_SUB, BRAID_COMPOSITE_USUB_OVERFLOW};
  case Intrinsic::ssub_with_overflow:
    return Overflow{BRAID_OP_SUB, BRAID_COMPOSITE_SSUB_OVERFLOW};
  case Intrinsic::umul_with_overflow:
    return Overflow{BRAID_OP_MUL, BRAID_COMPOSITE_UMUL_OVERFLOW};
  case Intrinsic::smul_with_overflow:
    return Overflow{BRAID_OP_MUL, BRAID_COMPOSITE_SMUL_OVERFLOW};
  default:
    return std::nullopt;
  }
}

bool FunctionInstrumenter::isPureIntrinsic(const IntrinsicInst &intrinsic) const {
  Intrinsic::ID id = intrinsic.getIntrinsicID();
  return meaningOf(id) || overflowOf(id) || id == Intrinsic::fmuladd;
}

Labels FunctionInstrumenter::intrinsicSlowPath(Builder &builder, IntrinsicInst &intrinsic) {
  Intrinsic::ID id = intrinsic.getIntrinsicID();
  Value *first = intrinsic.getArgOperand(0);
  Scalars scalars = scalarsOf(first->getType(), layout), results = scalarsOf(intrinsic.getType(), layout);
  if (scalars.empty() || results.empty() || scalars.front().carry != Carry::Full)
    return lostResult(builder, intrinsic, BRAID_LOST_TYPE);
  unsigned count = scalars.size();
  Labels la = labelsOf(first), result;
  auto operand = [&](unsigned number, unsigned i) -> Value * {
    Value *value = intrinsic.getArgOperand(number);
    return value->getType()->isVectorTy() ? lane(builder, value, i) : value;
  };
  auto label = [&](unsigned number, unsigned i) -> Value * {
    Labels list = labelsOf(intrinsic.getArgOperand(number));
    return list.size() > i ? list[i] : list.empty() ? zero() : list[0];
  };

  if (auto overflow = overflowOf(id)) {
    bool product = overflow->value == BRAID_OP_MUL;
    if (first->getType()->isVectorTy() || (product && scalars.front().bits > 64))
      return lostResult(builder, intrinsic, BRAID_LOST_OPERATION);
    Value *a = operand(0, 0), *b = operand(1, 0);
    Value *value = builder.CreateExtractValue(&intrinsic, 0), *flag = builder.CreateExtractValue(&intrinsic, 1);
    return {binaryNode(builder, overflow->value, scalars.front().bits, la[0], label(1, 0), a, b, value),
            binaryNode(builder, overflow->flag, 1, la[0], label(1, 0), a, b, flag)};
  }
  for (unsigned i = 0; i < count; i++) {
    Value *r = lane(builder, &intrinsic, i);
    unsigned width = results[i].bits;
    if (id == Intrinsic::fmuladd) { /* two operations: the machine has none that is both (Fusion.cpp) */
      Value *a = operand(0, i), *b = operand(1, i), *product;
      {
        IRBuilderBase::FastMathFlagGuard guard(builder);
        builder.clearFastMathFlags();
        product = builder.CreateFreeze(builder.CreateFMul(a, b));
      }
      Value *between =
          checkedNode(builder, intrinsic, BRAID_OP_FMUL, width, {la[i], label(1, i)}, {a, b}, product);
      result.push_back(checkedNode(builder, intrinsic, BRAID_OP_FADD, width, {between, label(2, i)},
                                   {product, operand(2, i)}, r));
      continue;
    }
    Meaning meaning = *meaningOf(id);
    switch (meaning.shape) {
    case Shape::Same:
      result.push_back(la[i]);
      break;
    case Shape::Unary:
      result.push_back(unaryNode(builder, meaning.op, width, la[i], operand(0, i), r));
      break;
    case Shape::Binary:
      result.push_back(
          binaryNode(builder, meaning.op, width, la[i], label(1, i), operand(0, i), operand(1, i), r));
      break;
    case Shape::CheckedUnary:
      result.push_back(checkedNode(builder, intrinsic, meaning.op, width, {la[i]}, {operand(0, i)}, r));
      break;
    case Shape::CheckedBinary:
      result.push_back(checkedNode(builder, intrinsic, meaning.op, width, {la[i], label(1, i)},
                                   {operand(0, i), operand(1, i)}, r));
      break;
    case Shape::Ternary:
      if (width > 64) {
        reportOperands(builder, intrinsic, BRAID_LOST_OPERATION);
        result.push_back(zero());
        break;
      }
      [[fallthrough]];
    case Shape::CheckedTernary:
      result.push_back(checkedNode(builder, intrinsic, meaning.op, width, {la[i], label(1, i), label(2, i)},
                                   {operand(0, i), operand(1, i), operand(2, i)}, r));
      break;
    }
  }
  return result;
}

/// Intrinsics that are not pure operations. True: nothing else to do.
bool FunctionInstrumenter::visitIntrinsic(IntrinsicInst &intrinsic) {
  if (auto *transfer = dyn_cast<MemTransferInst>(&intrinsic))
    return visitTransfer(*transfer), true;
  if (auto *fill = dyn_cast<MemSetInst>(&intrinsic))
    return visitFill(*fill), true;
  switch (intrinsic.getIntrinsicID()) {
  case Intrinsic::vastart:
    visitVaStart(intrinsic);
    return true;
  case Intrinsic::stackrestore:
    if (outerFrame) {
      Builder builder(&intrinsic);
      api.slow(builder, api.unwound, {builder.CreatePtrToInt(intrinsic.getArgOperand(0), api.i64)});
    }
    return true;
  case Intrinsic::assume: /* promises to the optimiser, and marks: not computations of the program */
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::dbg_value:
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_label:
  case Intrinsic::dbg_assign:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::donothing:
  case Intrinsic::prefetch:
  case Intrinsic::stacksave:
  case Intrinsic::vaend:
  case Intrinsic::vacopy:
  case Intrinsic::trap:
  case Intrinsic::debugtrap:
  case Intrinsic::ubsantrap:
  case Intrinsic::frameaddress:
  case Intrinsic::returnaddress:
  case Intrinsic::addressofreturnaddress:
  case Intrinsic::eh_typeid_for:
  case Intrinsic::var_annotation:
  case Intrinsic::sideeffect:
  case Intrinsic::pseudoprobe:
  case Intrinsic::objectsize:
  case Intrinsic::is_constant:
    return true;
  default:
    break;
  }
  SetVector<Value *> questions;
  for (Value *argument : intrinsic.args())
    ask(questions, argument);
  flush(&intrinsic, questions.getArrayRef(), [&](Builder &builder) {
    for (Value *argument : intrinsic.args())
      reportLost(builder, intrinsic, argument, BRAID_LOST_INTRINSIC);
  });
  return true;
}

} // namespace braid
