#include "instrument/FunctionInstrumenter.h"

#include "instrument/Answers.h"
#include "instrument/Checks.h"
#include "instrument/Constructors.h"
#include "instrument/Flow.h"
#include "instrument/Objects.h"
#include "instrument/Prepare.h"
#include "runtime/api.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace braid {

FunctionInstrumenter::FunctionInstrumenter(Function &function, RuntimeApi &api, Sites &sites,
                                           const MaybeSymbolic &maybe, bool modelFile)
    : function(function), module(*function.getParent()), layout(module.getDataLayout()), api(api), sites(sites),
      maybe(maybe), modelFile(modelFile) {}

Constant *FunctionInstrumenter::site(const Instruction &instruction, unsigned kind) {
  return sites.of(instruction, kind);
}

Labels FunctionInstrumenter::zeros(Type *type) const { return Labels(scalarsOf(type, layout).size(), zero()); }

Labels FunctionInstrumenter::labelsOf(const Value *value) const {
  if (!maybe.value(value))
    return zeros(value->getType());
  if (auto found = slowLabels.find(value); found != slowLabels.end())
    return found->second;
  auto found = labels.find(value);
  return found == labels.end() ? zeros(value->getType()) : found->second;
}

Value *FunctionInstrumenter::labelOf(const Value *value) const {
  Labels list = labelsOf(value);
  return list.empty() ? zero() : list.front();
}

/// Adds what must be asked about a value before the fast path may be taken; nothing for a pending one, whose own
/// operands are asked about.
void FunctionInstrumenter::ask(SetVector<Value *> &questions, const Value *value) const {
  if (!maybe.value(value) ||
      (isa<Instruction>(value) && pending.contains(cast<Instruction>(const_cast<Value *>(value)))))
    return;
  for (Value *label : labelsOf(value))
    if (label != zero())
      questions.insert(label);
}

/// A pending value that is used by more than other pending values.
bool FunctionInstrumenter::isNeeded(const Instruction &instruction) const {
  return any_of(instruction.users(), [&](const User *user) {
    auto *each = dyn_cast<Instruction>(const_cast<User *>(user));
    return !each || !pending.contains(each);
  });
}

void FunctionInstrumenter::flush(Instruction *before, ArrayRef<Value *> alsoAsked, Action action) {
  if (!action && none_of(pending, [&](Instruction *each) { return isNeeded(*each); })) {
    for (Instruction *each : pending)
      labels[each] = zeros(each->getType());
    pending.clear();
  }
  Builder builder(before);
  SetVector<Value *> questions;
  for (Instruction *each : pending) {
    for (const Use &operand : each->operands())
      ask(questions, operand);
    if (const auto *load = dyn_cast<LoadInst>(each))
      if (maybe.memory(load->getPointerOperand()))
        questions.insert(coarseQuestion(builder, *load));
  }
  for (Value *value : alsoAsked)
    if (value != zero())
      questions.insert(value);
  if (questions.empty()) { /* nothing here can be symbolic after all */
    for (Instruction *each : pending)
      labels[each] = zeros(each->getType());
    pending.clear();
    return;
  }
  Value *all = nullptr;
  for (Value *question : questions)
    all = all ? builder.CreateOr(all, question) : question;
  Value *symbolic = builder.CreateIsNotNull(all, "braid.symbolic");
  MDNode *unlikely = MDBuilder(module.getContext()).createUnlikelyBranchWeights();
  Instruction *end = SplitBlockAndInsertIfThen(symbolic, before->getIterator(), false, unlikely);
  BasicBlock *fast = cast<Instruction>(symbolic)->getParent();

  Builder slow(end);
  slow.SetCurrentDebugLocation(before->getDebugLoc());
  SmallVector<Instruction *> done(pending.begin(), pending.end());
  for (Instruction *each : done) {
    slow.SetCurrentDebugLocation(each->getDebugLoc());
    slowLabels[each] = slowPath(slow, *each);
  }
  if (action) {
    slow.SetCurrentDebugLocation(before->getDebugLoc());
    action(slow);
  }
  BasicBlock *slowEnd = end->getParent();
  Builder join(before->getParent(), before->getParent()->begin());
  for (Instruction *each : done) {
    Labels list;
    for (Value *label : slowLabels[each]) {
      if (label == zero()) {
        list.push_back(zero());
        continue;
      }
      PHINode *phi = join.CreatePHI(api.i32, 2);
      phi->addIncoming(zero(), fast);
      phi->addIncoming(label, slowEnd);
      list.push_back(phi);
    }
    labels[each] = list;
  }
  slowLabels.clear();
  pending.clear();
}

void FunctionInstrumenter::reportLost(Builder &builder, const Instruction &instruction, const Value *value,
                                      unsigned reason) {
  for (Value *label : labelsOf(value))
    if (label != zero())
      api.slow(builder, api.lost, {site(instruction, BRAID_SITE_OTHER), label, ConstantInt::get(api.i32, reason)});
}

void FunctionInstrumenter::reportOperands(Builder &builder, const Instruction &instruction, unsigned reason) {
  for (const Use &operand : instruction.operands())
    if (maybe.value(operand))
      reportLost(builder, instruction, operand, reason);
}

/// Memory for local variables must stay in the entry block, which will be split.
void FunctionInstrumenter::hoistAllocas() {
  BasicBlock &entry = function.getEntryBlock();
  BasicBlock::iterator top = entry.getFirstInsertionPt();
  for (Instruction &instruction : make_early_inc_range(entry))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && isa<Constant>(variable->getArraySize())) {
      if (&*top == variable)
        ++top;
      else
        variable->moveBefore(entry, top);
    }
}

void FunctionInstrumenter::visit(Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction); load && maybe.value(load->getPointerOperand()))
    if (visitLoad(*load))
      return;
  if (isPure(instruction)) {
    if (maybe.value(&instruction))
      pending.insert(&instruction);
    return;
  }
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction); intrinsic && visitIntrinsic(*intrinsic))
    return;
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return visitStore(*store);
  if (auto *exchange = dyn_cast<AtomicRMWInst>(&instruction))
    return visitExchange(*exchange);
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return visitCompareExchange(*exchange);
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return visitCheck(*call) ? void() : visitCall(*call);
  if (instruction.isTerminator())
    return visitTerminator(instruction);
  if (isa<LandingPadInst>(instruction))
    return clearDeadStack(instruction.getNextNode());
  if (auto *variable = dyn_cast<AllocaInst>(&instruction))
    return visitAlloca(*variable);
  if (isa<FenceInst>(instruction) || isa<FuncletPadInst>(instruction))
    return;
  /* va_arg and whatever else there may be: its result is concrete, and so is what it used. */
  SetVector<Value *> questions;
  for (const Use &operand : instruction.operands())
    ask(questions, operand);
  flush(&instruction, questions.getArrayRef(),
        [&](Builder &builder) { reportOperands(builder, instruction, BRAID_LOST_OPERATION); });
}

void FunctionInstrumenter::completePhis() {
  for (PHINode *phi : phis) {
    Labels list = labels.lookup(phi);
    for (unsigned i = 0; i < phi->getNumIncomingValues(); i++) {
      Labels incoming = labelsOf(phi->getIncomingValue(i));
      for (unsigned j = 0; j < list.size(); j++)
        cast<PHINode>(list[j])->addIncoming(incoming[j], phi->getIncomingBlock(i));
    }
  }
}

void FunctionInstrumenter::run() {
  hoistAllocas();
  /* The result of an invoke is received in a block of its own. */
  SmallVector<InvokeInst *> invokes;
  for (Instruction &instruction : instructions(function))
    if (auto *invoke = dyn_cast<InvokeInst>(&instruction))
      invokes.push_back(invoke);
  for (InvokeInst *invoke : invokes)
    if (maybe.value(invoke) || questionOf(*invoke))
      SplitEdge(invoke->getParent(), invoke->getNormalDest());

  SmallVector<Instruction *> order;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    for (Instruction &instruction : *block)
      order.push_back(&instruction);
  for (Instruction *instruction : order) {
    if (isa<AllocaInst>(instruction) && maybe.memory(instruction))
      leavesLabels = true;
    auto *phi = dyn_cast<PHINode>(instruction);
    if (!phi || !maybe.value(phi))
      continue;
    Labels list;
    Builder builder(phi);
    for (size_t i = scalarsOf(phi->getType(), layout).size(); i > 0; i--)
      list.push_back(builder.CreatePHI(api.i32, phi->getNumIncomingValues()));
    labels[phi] = list;
    phis.push_back(phi);
  }
  enter();
  for (Instruction *instruction : order)
    if (!isa<PHINode>(instruction))
      visit(*instruction);
  completePhis();
}

/// What the front end promised about memory is no longer true of instrumented functions and of calls to
/// functions that may be instrumented: labels travel through memory.
static void dropPromises(AttributeList attributes, LLVMContext &context, function_ref<void(AttributeList)> set) {
  AttributeMask mask;
  for (Attribute::AttrKind kind : {Attribute::Memory, Attribute::Speculatable, Attribute::NoSync,
                                   Attribute::NoFree, Attribute::NoCallback, Attribute::NoRecurse})
    mask.addAttribute(kind);
  set(attributes.removeFnAttributes(context, mask));
}

static void dropPromises(Module &module) {
  LLVMContext &context = module.getContext();
  for (Function &function : module) {
    if (function.isIntrinsic())
      continue;
    dropPromises(function.getAttributes(), context, [&](AttributeList list) { function.setAttributes(list); });
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction);
          call && !isa<IntrinsicInst>(call) && !call->isInlineAsm() && !isTouch(*call))
        dropPromises(call->getAttributes(), context, [&](AttributeList list) { call->setAttributes(list); });
  }
}

static bool canInstrument(const Function &function) {
  return !function.isDeclaration() && !function.hasFnAttribute(Attribute::Naked) &&
         !function.isPresplitCoroutine();
}

PreservedAnalyses InstrumentPass::run(Module &module, ModuleAnalysisManager &) {
  if (isInstrumented(module))
    return PreservedAnalyses::all();
  module.getOrInsertNamedMetadata("braid.instrumented");
  /* Bodies that are only there to be inlined would later be inlined without labels. */
  for (Function &function : module)
    if (function.hasAvailableExternallyLinkage())
      function.deleteBody();
  dropPromises(module);
  announceConstructors(module);
  /* Before anything is known about instructions, because this makes calls out of invokes that cannot throw. */
  for (Function &function : module)
    if (canInstrument(function))
      removeUnreachableBlocks(function);
  markQuestions(module);
  MaybeSymbolic maybe(module);
  RuntimeApi api(module);
  Sites sites(module);
  SmallVector<Function *> functions;
  for (Function &function : module)
    if (canInstrument(function))
      functions.push_back(&function);
  FlowEdges flow;
  if (!isModelFile(module))
    for (const Function *function : functions)
      addFlow(*function, sites, flow);
  for (Function *function : functions) {
    SmallVector<Instruction *> decisions; /* of the program; more blocks are coming */
    for (BasicBlock &block : *function)
      if (auto *branch = dyn_cast<BranchInst>(block.getTerminator());
          (branch && branch->isConditional()) || isa<SwitchInst>(block.getTerminator()))
        decisions.push_back(block.getTerminator());
    SmallVector<CallBase *> calls;
    for (Instruction &instruction : instructions(*function))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && !isa<IntrinsicInst>(call) && !call->isInlineAsm())
        calls.push_back(call);
    FunctionInstrumenter(*function, api, sites, maybe, isModelFile(module)).run();
    if (isForMerging())
      noteContext(*function, calls);
    for (Instruction *decision : decisions)
      noteWays(*decision, sites);
    bool isModel = function->getName().starts_with("__braid_model_");
    function->setPrefixData(ConstantInt::get(api.i64, isModel ? BRAID_MODEL_MAGIC : BRAID_FUNCTION_MAGIC));
    function->removeFnAttr(Attribute::AlwaysInline);
    function->addFnAttr(Attribute::NoInline);
  }
  removeChecks(module);
  removeTouches(module);
  if (!isModelFile(module))
    noteGlobals(module);
  sites.finish(flow.getArrayRef());
  return PreservedAnalyses::none();
}

} // namespace braid
