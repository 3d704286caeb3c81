#include "instrument/Checks.h"

#include "instrument/FunctionInstrumenter.h"
#include "instrument/Prepare.h"
#include "target/compile/checks.h"
#include "trace/checks.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Process.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace braid {

/// Models call it by this name (src/runtime/model.h).
static constexpr const char *markName = "__braid_mark_check";

/// The check behind a handler of Clang's; none for those that are left to Clang. `data` tells signed from
/// unsigned.
static std::optional<unsigned> checkOf(StringRef handler, const Value *overflows) {
  if (!handler.consume_front("__ubsan_handle_"))
    return std::nullopt;
  handler.consume_back("_abort");
  handler.consume_back("_minimal");
  auto isUnsigned = [&] {
    const auto *result = dyn_cast<ExtractValueInst>(overflows);
    const auto *intrinsic = result ? dyn_cast<IntrinsicInst>(result->getAggregateOperand()) : nullptr;
    return intrinsic && (intrinsic->getIntrinsicID() == Intrinsic::uadd_with_overflow ||
                         intrinsic->getIntrinsicID() == Intrinsic::usub_with_overflow ||
                         intrinsic->getIntrinsicID() == Intrinsic::umul_with_overflow);
  };
  if (handler == "add_overflow" || handler == "sub_overflow" || handler == "mul_overflow" ||
      handler == "negate_overflow")
    return isUnsigned() ? BRAID_CHECK_UNSIGNED_WRAP : BRAID_CHECK_SIGNED_OVERFLOW;
  return StringSwitch<std::optional<unsigned>>(handler)
      .Case("shift_out_of_bounds", BRAID_CHECK_SHIFT)
      .Case("implicit_conversion", BRAID_CHECK_CONVERSION)
      .Case("float_cast_overflow", BRAID_CHECK_FLOAT_CONVERSION)
      .Case("out_of_bounds", BRAID_CHECK_INDEX)
      .Case("vla_bound_not_positive", BRAID_CHECK_ARRAY_SIZE)
      .Case("load_invalid_value", BRAID_CHECK_VALUE)
      .Case("pointer_overflow", BRAID_CHECK_POINTER)
      .Cases("builtin_unreachable", "missing_return", BRAID_CHECK_UNREACHABLE)
      .Default(std::nullopt);
}

static bool isOfDivision(StringRef handler) { return handler.starts_with("__ubsan_handle_divrem_overflow"); }

/// Divisions by something that is not constant are decisions of the path already (Divisions.cpp); here they would
/// be asked about twice. By -1 they overflow.
static std::optional<unsigned> checkOfDivision(const CallInst &handler) {
  if (isa<Constant>(handler.getArgOperand(2)))
    return BRAID_CHECK_SIGNED_OVERFLOW;
  return std::nullopt;
}

static void mark(Instruction *before, Value *wrong, unsigned check, const DebugLoc &place, unsigned ordinal) {
  Module &module = *before->getModule();
  IRBuilder<> builder(before);
  FunctionCallee function =
      module.getOrInsertFunction(markName, builder.getVoidTy(), builder.getInt1Ty(), builder.getInt32Ty());
  CallInst *made = builder.CreateCall(function, {wrong, builder.getInt32(check)});
  made->setDebugLoc(place);
  made->setDoesNotThrow();
  if (!isa<ConstantInt>(wrong)) /* else the optimiser would know that nobody comes here */
    made->addFnAttr(Attribute::WillReturn);
  made->setOnlyAccessesInaccessibleMemory();
  numberSite(*made, 3000 + ordinal, BRAID_SITE_CHECK);
}

/// The call of a handler, the first thing in its block but for what makes its arguments.
static CallInst *handlerIn(BasicBlock &block) {
  for (Instruction &instruction : block)
    if (auto *call = dyn_cast<CallInst>(&instruction);
        call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with("__ubsan_"))
      return call;
  return nullptr;
}

/// What the branch in front of a handler is decided by, if that is an overflow turned round.
static const Value *beforeNot(const Value *condition) {
  const auto *turned = dyn_cast<BinaryOperator>(condition);
  return turned && turned->getOpcode() == Instruction::Xor ? turned->getOperand(0) : condition;
}

PreservedAnalyses TakeChecksPass::run(Module &module, ModuleAnalysisManager &) {
  if (isInstrumented(module) || isModelFile(module) || !sys::Process::GetEnv(BRAID_CHECKS_VARIABLE))
    return PreservedAnalyses::all();
  bool changed = false;
  for (Function &function : module) {
    DenseMap<std::pair<const DILocation *, unsigned>, unsigned> seen;
    SmallVector<BasicBlock *> handlers;
    for (BasicBlock &block : function)
      if (handlerIn(block))
        handlers.push_back(&block);
    for (BasicBlock *block : handlers) {
      CallInst *handler = handlerIn(*block);
      DebugLoc place = handler->getDebugLoc();
      SmallVector<BasicBlock *> from(predecessors(block));
      for (BasicBlock *before : from) {
        auto *branch = dyn_cast<BranchInst>(before->getTerminator());
        if (!branch || !branch->isConditional() || !branch->getMetadata(LLVMContext::MD_nosanitize))
          continue;
        StringRef name = handler->getCalledFunction()->getName();
        std::optional<unsigned> check =
            isOfDivision(name) ? checkOfDivision(*handler) : checkOf(name, beforeNot(branch->getCondition()));
        if (!check && !isOfDivision(name))
          continue;
        bool wrongIfTrue = branch->getSuccessor(0) == block;
        if (check) {
          IRBuilder<> builder(branch);
          builder.SetCurrentDebugLocation(place);
          Value *wrong = wrongIfTrue ? branch->getCondition() : builder.CreateNot(branch->getCondition());
          mark(branch, wrong, *check, place, 16 * seen[{place.get(), *check}]++ + *check);
        }
        BasicBlock *next = branch->getSuccessor(wrongIfTrue ? 1 : 0);
        block->removePredecessor(before);
        BranchInst::Create(next, branch->getIterator())->setDebugLoc(branch->getDebugLoc());
        branch->eraseFromParent();
        changed = true;
      }
      if (!pred_empty(block))
        if (std::optional<unsigned> check = checkOf(handler->getCalledFunction()->getName(), handler)) {
          /* nothing decides about it: whoever comes here goes wrong */
          mark(handler, ConstantInt::getTrue(module.getContext()), *check, place,
               16 * seen[{place.get(), *check}]++ + *check);
          handler->eraseFromParent();
          changed = true;
        }
    }
    if (!handlers.empty())
      EliminateUnreachableBlocks(function);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

bool isCheck(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == markName;
}

bool FunctionInstrumenter::visitCheck(CallBase &call) {
  if (!isCheck(call))
    return false;
  Value *wrong = call.getArgOperand(0);
  if (auto *known = dyn_cast<ConstantInt>(wrong); known && known->isZero())
    return true;
  SetVector<Value *> questions;
  ask(questions, wrong);
  questions.insert(Builder(&call).CreateZExt(wrong, api.i32));
  flush(&call, questions.getArrayRef(), [&](Builder &slow) {
    api.slow(slow, api.check, {site(call, BRAID_SITE_CHECK), labelOf(wrong), slow.CreateZExt(wrong, api.i32)});
  });
  return true;
}

unsigned numberOfCheck(const Instruction &mark) {
  if (!isCheck(mark))
    return BRAID_CHECK_LENGTH;
  return cast<ConstantInt>(cast<CallBase>(mark).getArgOperand(1))->getZExtValue();
}

void removeChecks(Module &module) {
  Function *function = module.getFunction(markName);
  if (!function)
    return;
  for (User *user : make_early_inc_range(function->users()))
    cast<Instruction>(user)->eraseFromParent();
  function->eraseFromParent();
}

} // namespace braid
