#include "instrument/Ways.h"

#include "instrument/Sites.h"
#include "trace/format.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace braid {

unsigned WayFlags::reserve(unsigned ways) {
  unsigned first = count;
  count += ways;
  return first;
}

GlobalVariable *WayFlags::table() {
  if (!descriptor) {
    LLVMContext &context = module.getContext();
    Type *pointer = PointerType::getUnqual(context), *i32 = Type::getInt32Ty(context);
    auto *layout = StructType::get(context, {pointer, i32, i32, pointer, i32});
    descriptor = new GlobalVariable(module, layout, false, GlobalValue::PrivateLinkage,
                                    Constant::getNullValue(layout), "braid.ways");
    descriptor->setSection("braid_ways");
    descriptor->setAlignment(Align(8));
    descriptor->setExternallyInitialized(true); /* the runtime writes to it */
    appendToCompilerUsed(module, {descriptor});
    findType();
  }
  return descriptor;
}

/// A type beside "char", which stands for any type of the program but not for this one.
void WayFlags::findType() {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      const MDNode *tag = instruction.getMetadata(LLVMContext::MD_tbaa);
      if (!tag || tag->getNumOperands() < 3)
        continue;
      auto *node = dyn_cast<MDNode>(tag->getOperand(1));
      while (node && node->getNumOperands() > 1) /* from the type accessed up to the root of all types */
        node = dyn_cast<MDNode>(node->getOperand(1));
      if (!node)
        continue;
      MDBuilder builder(module.getContext());
      MDNode *scalar = builder.createTBAAScalarTypeNode("braid way", node);
      type = builder.createTBAAStructTagNode(scalar, scalar, 0);
      return;
    }
}

Value *WayFlags::place(IRBuilder<> &builder, Value *number) {
  MDNode *nothing = MDNode::get(module.getContext(), {});
  auto *flags = builder.CreateLoad(builder.getPtrTy(), table());
  flags->setMetadata(LLVMContext::MD_invariant_load, nothing); /* set before any code of this module runs */
  flags->setMetadata(LLVMContext::MD_nosanitize, nothing);
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), flags, number);
}

void WayFlags::isFlag(Instruction &access) const {
  access.setMetadata(LLVMContext::MD_nosanitize, MDNode::get(module.getContext(), {}));
  if (type)
    access.setMetadata(LLVMContext::MD_tbaa, type);
}

void WayFlags::mark(IRBuilder<> &builder, Value *number) {
  isFlag(*builder.CreateStore(builder.getInt8(1), place(builder, number)));
}

Value *WayFlags::read(IRBuilder<> &builder, Value *number) {
  auto *load = builder.CreateLoad(builder.getInt8Ty(), place(builder, number));
  isFlag(*load);
  return load;
}

void WayFlags::finish(ArrayRef<std::pair<uint64_t, uint64_t>> edges) {
  if (!descriptor && edges.empty())
    return;
  LLVMContext &context = module.getContext();
  auto *bytes = ArrayType::get(Type::getInt8Ty(context), count);
  auto *memory = new GlobalVariable(module, bytes, false, GlobalValue::PrivateLinkage,
                                    Constant::getNullValue(bytes), "braid.flags");
  SmallVector<uint64_t> points;
  for (auto &[from, to] : edges)
    points.append({from, to});
  Constant *list = ConstantDataArray::get(context, points);
  auto *flow = new GlobalVariable(module, list->getType(), true, GlobalValue::PrivateLinkage, list, "braid.flow");
  Type *i32 = Type::getInt32Ty(context);
  auto number = [&](uint64_t value) { return ConstantInt::get(i32, value); };
  table()->setInitializer(ConstantStruct::get(cast<StructType>(table()->getValueType()),
                                              {memory, number(count), number(0), flow, number(edges.size())}));
}

DenseMap<const BasicBlock *, uint64_t> waysOf(const SwitchInst &choice) {
  SmallVector<std::pair<const ConstantInt *, const BasicBlock *>> cases;
  for (auto &each : choice.cases())
    cases.emplace_back(each.getCaseValue(), each.getCaseSuccessor());
  llvm::sort(cases, [](auto &left, auto &right) { return left.first->getValue().ult(right.first->getValue()); });
  DenseMap<const BasicBlock *, uint64_t> ways{{choice.getDefaultDest(), 0}};
  for (auto &[value, block] : cases)
    ways.try_emplace(block, ways.size());
  return ways;
}

/// The beginning of a block that all come to by this decision, or of one that is put in between.
static Instruction *onTheWay(Instruction &decision, BasicBlock *to) {
  BasicBlock *from = decision.getParent();
  if (to->getUniquePredecessor() != from) {
    BasicBlock *between = BasicBlock::Create(from->getContext(), "braid.way", from->getParent(), to);
    IRBuilder<>(between).CreateBr(to)->setDebugLoc(decision.getDebugLoc());
    for (PHINode &phi : to->phis()) {
      phi.addIncoming(phi.getIncomingValueForBlock(from), between);
      phi.removeIncomingValueIf([&](unsigned each) { return phi.getIncomingBlock(each) == from; });
    }
    decision.replaceSuccessorWith(to, between);
    to = between;
  }
  return &*to->getFirstInsertionPt();
}

static void noteBranch(BranchInst &branch, unsigned first, WayFlags &flags) {
  BasicBlock *taken = branch.getSuccessor(0), *other = branch.getSuccessor(1), *here = branch.getParent();
  if (taken != other && taken->getSinglePredecessor() == here && other->getSinglePredecessor() == here) {
    for (BasicBlock *each : {other, taken}) {
      IRBuilder<> builder(onTheWay(branch, each));
      builder.SetCurrentDebugLocation(branch.getDebugLoc());
      flags.mark(builder, builder.getInt64(first + (each == taken)));
    }
    return;
  }
  /* One store for both keeps the blocks as they are: what was a conditional move stays one. */
  IRBuilder<> builder(&branch);
  Value *way = builder.CreateZExt(branch.getCondition(), builder.getInt64Ty());
  flags.mark(builder, builder.CreateAdd(way, builder.getInt64(first)));
}

void noteWays(Instruction &decision, Sites &sites) {
  auto *choice = dyn_cast<SwitchInst>(&decision);
  std::optional<unsigned> first = sites.firstWay(decision, choice ? BRAID_SITE_SWITCH : BRAID_SITE_BRANCH);
  if (!first)
    return;
  if (!choice)
    return noteBranch(cast<BranchInst>(decision), *first, sites.wayFlags());
  const DenseMap<const BasicBlock *, uint64_t> ways = waysOf(*choice);
  SmallSetVector<BasicBlock *, 8> targets(succ_begin(choice), succ_end(choice));
  for (BasicBlock *target : targets) {
    IRBuilder<> builder(onTheWay(decision, target));
    builder.SetCurrentDebugLocation(decision.getDebugLoc());
    sites.wayFlags().mark(builder, builder.getInt64(*first + ways.lookup(target)));
  }
}

} // namespace braid
