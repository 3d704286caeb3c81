// Instruments one function.
//
// Labels and regions. Every scalar of a value that may be symbolic has a label, an i32 beside it. Labels of pure
// operations and of loads are not computed where the operation stands. They are pending until something needs
// them: a store, a call, a branch, the end of the block. Then one question is asked for all of them together:
// is any label that goes in, or any byte of the coarse map that a load went over, not zero? If not, which is
// the fast path, they are all zero. If so, the slow path makes the nodes one after the other and does for the
// store, call or branch what has to be done. So a fast path costs one branch for each region, not for each
// operation.
//
// Blocks are visited in reverse post-order, so that definitions come before uses; phis of labels are completed
// at the end, when every label is known.
#pragma once

#include "instrument/MaybeSymbolic.h"
#include "instrument/RuntimeApi.h"
#include "instrument/Scalars.h"
#include "instrument/Sites.h"
#include "instrument/State.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

namespace braid {

using Labels = llvm::SmallVector<llvm::Value *, 2>;

struct Sink;

/// A comparison as the trace has it.
struct Comparison {
  unsigned op;
  bool swap, isFloat;
};
/// None for the predicates that are always true or always false.
std::optional<Comparison> comparisonOf(llvm::CmpInst::Predicate predicate);

/// The word that tells the runtime an operation and its widths (runtime/api.h).
inline uint32_t operationWord(unsigned op, unsigned resultWidth, unsigned operandWidth) {
  return op | resultWidth << 8 | operandWidth << 20;
}

class FunctionInstrumenter {
public:
  FunctionInstrumenter(llvm::Function &function, RuntimeApi &api, Sites &sites, const MaybeSymbolic &maybe,
                       bool modelFile);
  void run();

private:
  using Builder = llvm::IRBuilder<>;
  using Action = llvm::function_ref<void(Builder &)>;

  llvm::Function &function;
  llvm::Module &module;
  const llvm::DataLayout &layout;
  RuntimeApi &api;
  Sites &sites;
  const MaybeSymbolic &maybe;
  bool modelFile;

  llvm::DenseMap<const llvm::Value *, Labels> labels;     ///< known on the fast path
  llvm::DenseMap<const llvm::Value *, Labels> slowLabels; ///< known in the slow path being written
  llvm::SetVector<llvm::Instruction *> pending;
  llvm::SmallVector<llvm::PHINode *> phis; ///< of the program, whose labels' phis are to be completed
  llvm::Value *scratch = nullptr;
  llvm::AllocaInst *variadicEntries = nullptr, *variadicCount = nullptr;
  llvm::AllocaInst *variadicEnd = nullptr; ///< the end of the labels in the caller's part of the list, or 0
  llvm::AllocaInst *frame = nullptr;       ///< notes the local variables that have to be known
  llvm::Value *outerFrame = nullptr;       ///< what was there when the function was entered
  const bool merging = isForMerging();
  bool leavesLabels = false; ///< has local memory that may carry labels

  // FunctionInstrumenter.cpp: regions
  llvm::Value *zero() const { return llvm::ConstantInt::get(api.i32, 0); }
  Labels zeros(llvm::Type *type) const;
  Labels labelsOf(const llvm::Value *value) const;
  llvm::Value *labelOf(const llvm::Value *value) const;
  void ask(llvm::SetVector<llvm::Value *> &questions, const llvm::Value *value) const;
  void flush(llvm::Instruction *before, llvm::ArrayRef<llvm::Value *> questions = {}, Action action = nullptr);
  bool isNeeded(const llvm::Instruction &instruction) const;
  void visit(llvm::Instruction &instruction);
  void completePhis();
  void hoistAllocas();
  llvm::Constant *site(const llvm::Instruction &instruction, unsigned kind);
  void reportLost(Builder &builder, const llvm::Instruction &instruction, const llvm::Value *value,
                  unsigned reason);
  void reportOperands(Builder &builder, const llvm::Instruction &instruction, unsigned reason);

  // Operations.cpp: the slow path of pure operations
  bool isPure(const llvm::Instruction &instruction) const;
  Labels slowPath(Builder &builder, llvm::Instruction &instruction);
  llvm::Value *lane(Builder &builder, llvm::Value *value, unsigned number);
  llvm::Value *bits(Builder &builder, llvm::Value *scalar);
  llvm::Value *scratchWords(Builder &builder, llvm::ArrayRef<llvm::Value *> values, bool wide);
  llvm::Value *unaryNode(Builder &builder, unsigned op, unsigned width, llvm::Value *label, llvm::Value *operand,
                         llvm::Value *result);
  llvm::Value *binaryNode(Builder &builder, unsigned op, unsigned width, llvm::Value *la, llvm::Value *lb,
                          llvm::Value *a, llvm::Value *b, llvm::Value *result);
  llvm::Value *lowPart(Builder &builder, const llvm::Instruction &at, unsigned width, unsigned operandWidth,
                       llvm::Value *label, llvm::Value *operand);
  llvm::Value *checkedNode(Builder &builder, const llvm::Instruction &at, unsigned op, unsigned width,
                           llvm::ArrayRef<llvm::Value *> labels, llvm::ArrayRef<llvm::Value *> values,
                           llvm::Value *result);
  llvm::Value *chooseNode(Builder &builder, const llvm::Instruction &at, llvm::Value *lc, llvm::Value *la,
                          llvm::Value *lb, llvm::Value *condition, llvm::Value *a, llvm::Value *b);
  Labels binaryOperation(Builder &builder, llvm::BinaryOperator &operation);
  Labels comparison(Builder &builder, llvm::CmpInst &compare);
  Labels conversion(Builder &builder, llvm::CastInst &cast);
  Labels reinterpretation(Builder &builder, llvm::Instruction &instruction, llvm::Value *from);
  Labels selection(Builder &builder, llvm::SelectInst &select);
  Labels addressArithmetic(Builder &builder, llvm::GetElementPtrInst &arithmetic);
  Labels rearrangement(Builder &builder, llvm::Instruction &instruction);
  Labels lostResult(Builder &builder, llvm::Instruction &instruction, unsigned reason);

  // Intrinsics.cpp
  bool isPureIntrinsic(const llvm::IntrinsicInst &intrinsic) const;
  Labels intrinsicSlowPath(Builder &builder, llvm::IntrinsicInst &intrinsic);
  bool visitIntrinsic(llvm::IntrinsicInst &intrinsic);

  // Memory.cpp
  void pinArguments(llvm::CallBase &call);
  void opaqueAt(llvm::Instruction &place, llvm::Value *callee);
  void keepAfter(llvm::Instruction &write, llvm::Value *address, llvm::Value *bytes);
  llvm::Value *coarse(Builder &builder, llvm::Value *address, uint64_t bytes, llvm::Align alignment);
  llvm::Value *coarseQuestion(Builder &builder, const llvm::LoadInst &load);
  bool isModelled(llvm::Type *type) const;
  bool visitLoad(llvm::LoadInst &load);
  Labels loadSlowPath(Builder &builder, llvm::LoadInst &load);
  void storeLabels(Builder &builder, llvm::Value *address, llvm::Type *type, const Labels &labels);
  void visitStore(llvm::StoreInst &store);
  void visitExchange(llvm::AtomicRMWInst &exchange);
  void visitCompareExchange(llvm::AtomicCmpXchgInst &exchange);
  void visitTransfer(llvm::MemTransferInst &transfer);
  void visitFill(llvm::MemSetInst &fill);
  void visitAlloca(llvm::AllocaInst &variable);
  void lengthEvent(Builder &slow, llvm::CallBase &call, llvm::Value *length, llvm::Value *to, llvm::Value *from);
  void addressEvent(Builder &builder, const llvm::Instruction &at, llvm::Value *pointer, uint64_t bytes,
                    bool write);

  // Objects.cpp
  void noteObjects(llvm::Instruction *at);
  void noteDynamicObject(llvm::AllocaInst &variable);
  void restoreFrame(llvm::Instruction *before);

  // Outside.cpp
  bool visitEmptyAssembly(llvm::CallBase &call);
  void visitAssembly(llvm::CallBase &call);
  void visitOutput(llvm::CallBase &call, const Sink &sink);
  void showMemory(llvm::CallBase &call);

  // Calls.cpp
  void enter();
  void receiveArguments(llvm::Instruction *at);
  void visitCall(llvm::CallBase &call);
  bool visitOwnFunction(llvm::CallBase &call);
  llvm::Value *passArguments(llvm::CallBase &call);
  void receiveResult(llvm::CallBase &call, llvm::Value *expected);
  void clearResult(llvm::Instruction *at);
  void noteTailCall(llvm::CallInst &call);
  void visitReturn(llvm::ReturnInst &leave);
  llvm::Value *endOfFrame(Builder &builder, bool withArguments);
  void visitVaStart(llvm::IntrinsicInst &start);
  void clearDeadStack(llvm::Instruction *at);

  // BlackBoxes.cpp
  bool mayBeBlackBox(const llvm::CallBase &call) const;
  llvm::Constant *blackBox(const llvm::Function &callee);
  llvm::Value *expectResult(Builder &slow, llvm::CallBase &call);
  llvm::Value *expectedResult(Builder &slow, llvm::CallBase &call, llvm::Value *expected);

  // Answers.cpp
  void noteQuestion(llvm::CallBase &call);

  // Checks.cpp
  bool visitCheck(llvm::CallBase &call);

  // Control.cpp
  void visitTerminator(llvm::Instruction &terminator);
  bool branchOnComparison(llvm::Instruction &branch, llvm::ICmpInst &compare);
};

} // namespace braid
