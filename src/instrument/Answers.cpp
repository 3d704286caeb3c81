#include "instrument/Answers.h"

#include "instrument/Checks.h"
#include "instrument/FunctionInstrumenter.h"
#include "instrument/LibraryModels.h"
#include "instrument/Sites.h"
#include "runtime/api.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace braid {

static constexpr const char *metadataName = "braid.question";

namespace {
enum class Kind {
#define BRAID_ANSWER_KIND(KIND, text) KIND,
#include "trace/answers.def"
};

enum class Where { NUMBER, BOTH, RESULT, MEMORY, STATE };

struct Known {
  Kind kind;
  Where where;
  AskedBy by;
};

/// Follows an answer through the function that asked.
class Answer {
public:
  explicit Answer(const CallBase &call) : call(call) {}

  bool matters(const Known &asked) {
    if (asked.where == Where::STATE || (asked.kind == Kind::FILES && call.use_empty() && asksForErrors()))
      return true;
    add(&call);
    if (asked.where == Where::BOTH || asked.where == Where::MEMORY)
      for (const Use &argument : call.args())
        if (argument->getType()->isPointerTy() && !isConstantData(argument) && !addMemory(argument))
          return true;
    while (!pending.empty()) {
      const Value *value = pending.pop_back_val();
      for (const Use &use : value->uses())
        if (objects.contains(value) ? decidesByMemory(use) : decides(use))
          return true;
    }
    return false;
  }

private:
  const CallBase &call;
  SmallPtrSet<const Value *, 16> seen;
  SmallPtrSet<const Value *, 4> objects; ///< local variables that hold the answer, and addresses in them
  SmallVector<const Value *> pending;

  void add(const Value *value) {
    if (seen.insert(value).second)
      pending.push_back(value);
  }

  /// Also without using what is returned a program can ask whether there was an error.
  bool asksForErrors() const {
    const Function *errors = call.getModule()->getFunction("__errno_location");
    return errors && !errors->use_empty();
  }

  bool addMemory(const Value *address) {
    const Value *object = getUnderlyingObject(address);
    if (!isa<AllocaInst>(object))
      return false;
    objects.insert(object);
    add(object);
    return true;
  }

  static bool isMarker(const Instruction &user) {
    const auto *intrinsic = dyn_cast<IntrinsicInst>(&user);
    return intrinsic && (intrinsic->isLifetimeStartOrEnd() || intrinsic->isAssumeLikeIntrinsic());
  }

  /// Output to a descriptor can come back through a pipe.
  static bool isOutput(const CallBase &user) {
    const Function *callee = user.getCalledFunction();
    if (!callee)
      return false;
    StringRef name = callee->getName();
    name.consume_front("__braid_model_");
    if (name.starts_with("_ZNSo")) /* members of std::ostream, which return the stream */
      return true;
    const Sink *sink = callee->isDeclaration() ? sinkOf(name) : nullptr;
    return sink && sink->kind != Sink::Descriptor && user.use_empty();
  }

  /// What comes of the answer is a symbol where it is declared input, and another question where it is a seed.
  static bool endsHere(const Function *callee) {
    if (!callee || !callee->isDeclaration())
      return false;
    StringRef name = callee->getName();
    return name == "__braid_input_value" || name == "srand" || name == "srandom" || name == "srand48";
  }

  bool decides(const Use &use) {
    const auto *user = dyn_cast<Instruction>(use.getUser());
    if (!user)
      return true;
    if (const auto *store = dyn_cast<StoreInst>(user))
      return use.getOperandNo() != 0 || !addMemory(store->getPointerOperand());
    if (const auto *intrinsic = dyn_cast<IntrinsicInst>(user)) {
      if (isMarker(*user))
        return false;
      if (!intrinsic->doesNotAccessMemory())
        return true;
      add(user);
      return false;
    }
    if (const auto *other = dyn_cast<CallBase>(user))
      return !isCheck(*other) && !isOutput(*other) && !endsHere(other->getCalledFunction());
    if (const auto *operation = dyn_cast<BinaryOperator>(user);
        operation && operation->isIntDivRem() && use.getOperandNo() == 1)
      return true;
    if (!isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, PHINode, FreezeInst, ExtractValueInst,
             InsertValueInst, GetElementPtrInst, ExtractElementInst, InsertElementInst, ShuffleVectorInst>(user))
      return true;
    add(user);
    return false;
  }

  bool decidesByMemory(const Use &use) {
    const auto *user = dyn_cast<Instruction>(use.getUser());
    if (!user || isa<PtrToIntInst>(user))
      return true;
    if (isa<LoadInst>(user)) {
      add(user);
      return false;
    }
    if (isa<StoreInst>(user))
      return use.getOperandNo() == 0;
    if (isa<GetElementPtrInst>(user) || isa<CastInst>(user)) {
      objects.insert(user);
      add(user);
      return false;
    }
    if (isMarker(*user) || isa<MemSetInst>(user) || user == &call)
      return false;
    const auto *other = dyn_cast<CallBase>(user);
    return !other || !isOutput(*other);
  }
};
} // namespace

static const Known *known(StringRef name) {
  static const StringMap<Known> functions = {
#define BRAID_ANSWER(name, KIND, WHERE) {#name, {Kind::KIND, Where::WHERE, AskedBy::Call}},
#define BRAID_ANSWER_FILE(name, KIND, WHERE) {#name, {Kind::KIND, Where::WHERE, AskedBy::CallWithDescriptor}},
#define BRAID_ANSWER_MODEL(name, KIND, WHERE) {#name, {Kind::KIND, Where::WHERE, AskedBy::Model}},
#include "trace/answers.def"
  };
  auto found = functions.find(name);
  return found == functions.end() ? nullptr : &found->second;
}

static StringRef libraryName(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration())
    return "";
  StringRef name = callee->getName();
  name.consume_front("__braid_model_");
  return name;
}

void markQuestions(Module &module) {
  if (isModelFile(module))
    return;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call || call->isInlineAsm())
        continue;
      const Known *asked = known(libraryName(*call));
      if (asked && !isFutex(*call) && Answer(*call).matters(*asked))
        call->setMetadata(metadataName, MDNode::get(module.getContext(), {}));
    }
}

std::optional<Question> questionOf(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || !call->getMetadata(metadataName))
    return std::nullopt;
  StringRef name = libraryName(*call);
  return Question{known(name)->by, name};
}

/// The runtime is asked only while the flag is not set: the library's function may turn out to be the program's
/// own, of another file, and a file may turn out to be input.
void FunctionInstrumenter::noteQuestion(CallBase &call) {
  std::optional<Question> question = questionOf(call);
  if (!question || question->by == AskedBy::Model)
    return;
  bool afterwards =
      question->by == AskedBy::CallWithDescriptor && !call.isMustTailCall() && call.getType()->isIntegerTy(32);
  auto *invoke = dyn_cast<InvokeInst>(&call);
  Instruction *at = !afterwards ? &call
                    : invoke    ? &*invoke->getNormalDest()->getFirstInsertionPt()
                                : call.getNextNode();
  Builder builder(at);
  Value *flag = sites.wayFlags().read(builder, builder.getInt64(*sites.firstWay(call, BRAID_SITE_CALL)));
  Instruction *end = SplitBlockAndInsertIfThen(builder.CreateIsNull(flag), at->getIterator(), false,
                                               MDBuilder(module.getContext()).createUnlikelyBranchWeights());
  Builder slow(end);
  Value *descriptor = afterwards ? static_cast<Value *>(&call) : slow.getInt32(-1);
  api.slow(slow, api.asked, {site(call, BRAID_SITE_CALL), call.getCalledOperand(), descriptor});
}

} // namespace braid
