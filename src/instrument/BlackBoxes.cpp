// Calls that may go to a black box: a function by name that may turn out not to be instrumented, with integers in
// and an integer out. Where the engine asks for it, the runtime gives the result a label of its own, so that later
// decisions are known to depend on it; arguments that are concrete at this call are told as values.
//
// What such a function makes of memory it is shown, or of floating-point numbers, is not followed.
#include "instrument/FunctionInstrumenter.h"
#include "instrument/LibraryModels.h"
#include "runtime/api.h"

using namespace llvm;

namespace braid {

static bool isSmallInteger(const Type *type) { return type->isIntegerTy() && type->getIntegerBitWidth() <= 64; }

bool FunctionInstrumenter::mayBeBlackBox(const CallBase &call) const {
  const Function *callee = call.getCalledFunction();
  if (modelFile || !callee || !callee->isDeclaration() || callee->isIntrinsic() || callee->isVarArg() ||
      callee->getFunctionType() != call.getFunctionType() || callee->getName().starts_with("__braid_") ||
      isBystander(callee->getName()) || sinkOf(callee))
    return false;
  if (call.isMustTailCall() || call.hasFnAttr(Attribute::ReturnsTwice) || call.use_empty())
    return false; /* a call whose result nobody uses is made for something else that it does */
  return isSmallInteger(call.getType()) && call.arg_size() <= BRAID_BLACK_BOX_ARGUMENTS &&
         all_of(call.args(), [](const Use &argument) { return isSmallInteger(argument->getType()); });
}

/// braid_black_box of runtime/api.h.
Constant *FunctionInstrumenter::blackBox(const Function &callee) {
  LLVMContext &context = module.getContext();
  std::string name = ("braid.box." + callee.getName()).str();
  if (GlobalVariable *made = module.getGlobalVariable(name, true))
    return made;
  Constant *text = ConstantDataArray::getString(context, callee.getName());
  auto *string =
      new GlobalVariable(module, text->getType(), true, GlobalValue::PrivateLinkage, text, "braid.string");
  SmallVector<uint8_t> widths = {uint8_t(callee.getReturnType()->getIntegerBitWidth()),
                                 uint8_t(callee.arg_size())};
  for (const Argument &argument : callee.args())
    widths.push_back(argument.getType()->getIntegerBitWidth());
  widths.resize(sizeof(braid_black_box) - offsetof(braid_black_box, result_width));
  Constant *fields = ConstantStruct::getAnon({string, ConstantDataArray::get(context, widths)});
  return new GlobalVariable(module, fields->getType(), true, GlobalValue::PrivateLinkage, fields, name);
}

/// In the slow path before the call, with the labels of the arguments in their slots. The number of the result
/// that is expected, 0 for none.
Value *FunctionInstrumenter::expectResult(Builder &slow, CallBase &call) {
  SmallVector<Value *> values(call.args());
  return api.slow(slow, api.blackBox,
                  {call.getCalledOperand(), site(call, BRAID_SITE_CALL), blackBox(*call.getCalledFunction()),
                   scratchWords(slow, values, false)});
}

/// In the slow path after the call: the label of the result.
Value *FunctionInstrumenter::expectedResult(Builder &slow, CallBase &call, Value *expected) {
  return api.slow(slow, api.blackBoxResult,
                  {expected, site(call, BRAID_SITE_CALL), blackBox(*call.getCalledFunction()),
                   slow.CreateZExt(&call, api.i64)});
}

} // namespace braid
