#include "instrument/Flow.h"

#include "trace/format.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace braid {

/// Functions that other files can call are known by name, others by name and file.
static uint64_t nameOf(const Function &function, const char *end) {
  std::string name = function.getName().str() + "|" + end;
  if (function.hasLocalLinkage())
    name += "|" + function.getParent()->getSourceFileName();
  return xxh3_64bits(name);
}

static bool isCall(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  return call && !isa<IntrinsicInst>(call) && !call->isInlineAsm();
}

namespace {
class FunctionFlow {
public:
  FunctionFlow(const Function &function, const Sites &sites, FlowEdges &edges)
      : function(function), sites(sites), edges(edges) {}

  void run() {
    follow(nameOf(function, "begin"), &function.getEntryBlock().front());
    for (const BasicBlock &block : function)
      for (const Instruction &instruction : block)
        if (isCall(instruction))
          addCall(cast<CallBase>(instruction));
        else if (isDecision(instruction))
          addWays(instruction);
  }

private:
  const Function &function;
  const Sites &sites;
  FlowEdges &edges;

  static unsigned kindOf(const Instruction &decision) {
    return isa<SwitchInst>(decision) ? BRAID_SITE_SWITCH : BRAID_SITE_BRANCH;
  }

  static bool isDecision(const Instruction &instruction) {
    const auto *branch = dyn_cast<BranchInst>(&instruction);
    return (branch && branch->isConditional()) || isa<SwitchInst>(instruction);
  }

  /// Edges from this point to all that can come first at or after this instruction.
  void follow(uint64_t from, const Instruction *at) {
    SmallPtrSet<const BasicBlock *, 16> seen;
    SmallVector<const Instruction *> pending{at};
    while (!pending.empty()) {
      const Instruction *each = pending.pop_back_val();
      while (!isCall(*each) && !each->isTerminator())
        each = each->getNextNode();
      if (isCall(*each))
        edges.insert({from, sites.idOf(*each, BRAID_SITE_CALL)});
      else if (isa<ReturnInst>(each))
        edges.insert({from, nameOf(function, "end")});
      else if (isDecision(*each))
        edges.insert({from, sites.idOf(*each, kindOf(*each))});
      else
        for (const BasicBlock *next : successors(each))
          if (seen.insert(next).second)
            pending.push_back(&next->front());
    }
  }

  void addCall(const CallBase &call) {
    uint64_t point = sites.idOf(call, BRAID_SITE_CALL);
    const Function *called = call.getCalledFunction();
    if (called && !called->getName().starts_with("__braid_")) {
      edges.insert({point, nameOf(*called, "begin")});
      edges.insert({nameOf(*called, "end"), point});
    }
    if (const auto *invoke = dyn_cast<InvokeInst>(&call)) {
      follow(point, &invoke->getNormalDest()->front());
      follow(point, &invoke->getUnwindDest()->front());
    } else if (!call.isTerminator() && !call.doesNotReturn()) {
      follow(point, call.getNextNode());
    }
  }

  void addWays(const Instruction &decision) {
    uint64_t point = sites.idOf(decision, kindOf(decision));
    auto add = [&](uint64_t way, const BasicBlock *to) {
      uint64_t wayPoint = braid_way_point(point, static_cast<uint32_t>(way));
      edges.insert({point, wayPoint});
      follow(wayPoint, &to->front());
    };
    if (const auto *choice = dyn_cast<SwitchInst>(&decision)) {
      const DenseMap<const BasicBlock *, uint64_t> ways = waysOf(*choice);
      for (const BasicBlock *target : successors(choice))
        add(ways.lookup(target), target);
    } else {
      add(0, decision.getSuccessor(1));
      add(1, decision.getSuccessor(0));
    }
  }
};
} // namespace

void addFlow(const Function &function, const Sites &sites, FlowEdges &edges) {
  FunctionFlow(function, sites, edges).run();
}

} // namespace braid
