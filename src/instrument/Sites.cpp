#include "instrument/Sites.h"

#include "instrument/Answers.h"
#include "instrument/Checks.h"
#include "instrument/Prepare.h"
#include "trace/format.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace braid {

static constexpr const char *metadataName = "braid.site";

namespace {
struct Place {
  std::string file;
  StringRef function = "";
  unsigned line = 0, column = 0;
};
} // namespace

/// The whole path: the report is read in another folder than the one the compiler ran in.
static std::string pathOf(const DIFile &file) {
  if (sys::path::is_absolute(file.getFilename()) || file.getDirectory().empty())
    return file.getFilename().str();
  SmallString<128> path(file.getDirectory());
  sys::path::append(path, file.getFilename());
  sys::path::remove_dots(path, /*remove_dot_dot=*/false);
  return path.str().str();
}

static Place placeOf(const Instruction &instruction) {
  Place place;
  const Function *function = instruction.getFunction();
  place.function = function->getName();
  const DIFile *file = nullptr;
  if (const DILocation *location = instruction.getDebugLoc()) {
    file = location->getFile();
    place.line = location->getLine();
    place.column = location->getColumn();
    if (const DISubprogram *subprogram = location->getScope()->getSubprogram())
      place.function = subprogram->getName();
  } else if (const DISubprogram *subprogram = function->getSubprogram()) {
    file = subprogram->getFile();
    place.line = subprogram->getLine();
    place.function = subprogram->getName();
  }
  place.file = file ? pathOf(*file) : function->getParent()->getSourceFileName();
  return place;
}

/// Of the path only the file's name is used, so that the id is the same in every checkout and for every way to
/// name the file to the compiler. Two files of one name are told apart by function, line and column.
/// The linkage name in debug information is not used, because it is there only with -g.
static uint64_t identify(const Place &place, StringRef function, unsigned kind, unsigned ordinal) {
  std::string key = sys::path::filename(place.file).str() + "|" + function.str() + "|" +
                    std::to_string(place.line) + ":" + std::to_string(place.column) + "|" + std::to_string(kind) +
                    "|" + std::to_string(ordinal);
  return xxh3_64bits(key);
}

/// With the id goes whether the source has this decision.
static void attachId(Instruction &instruction, uint64_t id, bool inSource) {
  LLVMContext &context = instruction.getContext();
  auto *number = ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), id));
  auto *written = ConstantAsMetadata::get(ConstantInt::getBool(context, inSource));
  instruction.setMetadata(metadataName, MDNode::get(context, {number, written}));
}

void numberSite(Instruction &instruction, unsigned ordinal, unsigned kind) {
  Place place = placeOf(instruction);
  attachId(instruction, identify(place, place.function, kind, ordinal), false);
}

/// Whether this switch decides where to go on after a cleanup: by a variable of the front end's own, which is only
/// ever set to constants. Those of the source look different, unless there is neither optimisation nor information
/// about variables.
static bool followsCleanup(const SwitchInst &choice) {
  const Function &function = *choice.getFunction();
  const auto *load = dyn_cast<LoadInst>(choice.getCondition());
  auto *slot = load ? dyn_cast<AllocaInst>(const_cast<Value *>(load->getPointerOperand())) : nullptr;
  if (!slot || load->getMetadata(LLVMContext::MD_tbaa))
    return false;
  const DISubprogram *subprogram = function.getSubprogram();
  bool knowsVariables = subprogram && subprogram->getUnit()->getEmissionKind() == DICompileUnit::FullDebug;
  if ((function.hasOptNone() && !knowsVariables) || !findDbgDeclares(slot).empty() ||
      !findDVRDeclares(slot).empty())
    return false;
  return all_of(slot->users(), [&](const User *user) {
    const auto *store = dyn_cast<StoreInst>(user);
    return isa<LoadInst>(user) || (store && isa<ConstantInt>(store->getValueOperand()));
  });
}

/// The front end makes branches of its own: which catch clause an exception goes to, whether there is something to
/// clean up, whether a static variable has been initialised, checks of sanitizers.
static bool isWritten(const Instruction &decision) {
  if (const auto *choice = dyn_cast<SwitchInst>(&decision))
    return !followsCleanup(*choice);
  const auto *branch = cast<BranchInst>(&decision);
  if (decision.getMetadata(LLVMContext::MD_nosanitize))
    return false;
  auto isOwn = [](const Value *value) {
    value = value->stripPointerCasts();
    if (const auto *call = dyn_cast<CallBase>(value))
      return call->getIntrinsicID() == Intrinsic::eh_typeid_for ||
             (call->getCalledFunction() && call->getCalledFunction()->getName() == "__cxa_guard_acquire");
    if (const auto *load = dyn_cast<LoadInst>(value)) /* variables of type bool are bytes in memory */
      return load->getType()->isIntegerTy(1) || load->getPointerOperand()->getName().starts_with("_ZGV");
    return false;
  };
  const Value *condition = branch->getCondition();
  if (const auto *compare = dyn_cast<ICmpInst>(condition))
    return none_of(compare->operands(), [&](const Use &each) { return isOwn(each); });
  return !isOwn(condition);
}

/// The optimiser would make a branch of a switch with one case, and the branch would be a place nobody knows.
static void branchOnSingleCases(Function &function) {
  for (BasicBlock &block : function) {
    auto *choice = dyn_cast_or_null<SwitchInst>(block.getTerminator());
    if (!choice || choice->getNumCases() != 1 || followsCleanup(*choice))
      continue;
    IRBuilder<> builder(choice);
    SwitchInst::CaseIt only = choice->case_begin();
    Value *isCase = builder.CreateICmpEQ(choice->getCondition(), only->getCaseValue());
    builder.CreateCondBr(isCase, only->getCaseSuccessor(), choice->getDefaultDest());
    choice->eraseFromParent();
  }
}

PreservedAnalyses NumberSitesPass::run(Module &module, ModuleAnalysisManager &) {
  if (isInstrumented(module))
    return PreservedAnalyses::all();
  for (Function &function : module) {
    branchOnSingleCases(function);
    StringMap<unsigned> seen;
    for (Instruction &instruction : instructions(function)) {
      auto *branch = dyn_cast<BranchInst>(&instruction);
      unsigned kind = branch && branch->isConditional() ? BRAID_SITE_BRANCH
                      : isa<SwitchInst>(instruction)    ? BRAID_SITE_SWITCH
                                                        : BRAID_SITE_NONE;
      if (kind == BRAID_SITE_NONE)
        continue;
      Place place = placeOf(instruction);
      std::string spot =
          std::to_string(place.line) + ":" + std::to_string(place.column) + ":" + std::to_string(kind);
      uint64_t id = identify(place, function.getName(), kind, seen[spot]++);
      attachId(instruction, id, isWritten(instruction));
    }
  }
  return PreservedAnalyses::none();
}

bool isModelFile(const Module &module) { return module.getNamedValue("__braid_model_file") != nullptr; }

/// What the headers of installed libraries bring along is not the program's own.
static bool isInstalled(StringRef file) {
  return any_of(ArrayRef<StringRef>({"/usr/include/", "/usr/lib/", "/usr/local/include/"}),
                [&](StringRef folder) { return file.starts_with(folder); });
}

/// Whether people expect the ways of this decision to be covered.
static bool isCounted(const Instruction &instruction, const Place &place) {
  const MDNode *node = instruction.getMetadata(metadataName);
  return node && mdconst::extract<ConstantInt>(node->getOperand(1))->isOne() && !isInstalled(place.file);
}

Sites::Sites(Module &module) : module(module), inModel(isModelFile(module)), flags(module) {
  LLVMContext &context = module.getContext();
  Type *i8 = Type::getInt8Ty(context), *i16 = Type::getInt16Ty(context), *i32 = Type::getInt32Ty(context),
       *i64 = Type::getInt64Ty(context), *pointer = PointerType::getUnqual(context);
  /* braid_site_desc of runtime/api.h */
  descriptorType = StructType::get(
      context, {i64, pointer, pointer, i32, i32, i8, i8, i16, i32, pointer, pointer, pointer, i32, i32});
}

Constant *Sites::string(StringRef text) {
  Constant *&entry = strings[text];
  if (!entry) {
    Constant *bytes = ConstantDataArray::getString(module.getContext(), text);
    auto *global =
        new GlobalVariable(module, bytes->getType(), true, GlobalValue::PrivateLinkage, bytes, "braid.string");
    global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    global->setAlignment(Align(1));
    entry = global;
  }
  return entry;
}

uint64_t Sites::idOf(const Instruction &instruction, unsigned kind) const {
  if (const MDNode *node = instruction.getMetadata(metadataName))
    return mdconst::extract<ConstantInt>(node->getOperand(0))->getZExtValue();
  /* made by an optimisation, or not a branch: the spot itself is the place */
  Place place = placeOf(instruction);
  if (std::optional<Question> question = questionOf(instruction)) /* a macro can make several at one spot */
    return identify(place, (place.function + "|" + question->function).str(), kind, 0);
  return identify(place, place.function, kind, 1000 + instruction.getOpcode());
}

Constant *Sites::of(const Instruction &instruction, unsigned kind) {
  Constant *&entry = made[{&instruction, kind}];
  if (entry)
    return entry;
  LLVMContext &context = module.getContext();
  Place place = placeOf(instruction);
  uint64_t id = idOf(instruction, kind);
  const auto *choice = dyn_cast<SwitchInst>(&instruction);
  if (Constant *&shared = byId[{id, choice}])
    return entry = shared;

  Constant *const nothing = ConstantPointerNull::get(PointerType::getUnqual(context));
  Constant *cases = nothing, *called = nothing, *wayFlags = nothing;
  unsigned width = 0, count = 0, ways = 0;
  DenseMap<const BasicBlock *, uint64_t> byTarget;
  if (choice)
    ways = (byTarget = waysOf(*choice)).size();
  else if (kind == BRAID_SITE_BRANCH)
    ways = 2;
  std::optional<Question> question = questionOf(instruction);
  if (question)
    ways = 1, called = string(question->function);
  if (choice && choice->getCondition()->getType()->getIntegerBitWidth() <= 64) {
    width = choice->getCondition()->getType()->getIntegerBitWidth();
    SmallVector<std::pair<uint64_t, const BasicBlock *>> values;
    for (auto &each : choice->cases())
      values.emplace_back(each.getCaseValue()->getZExtValue(), each.getCaseSuccessor());
    llvm::sort(values, [](auto &left, auto &right) { return left.first < right.first; });
    count = values.size();
    SmallVector<uint64_t> table; /* the constants, then for each the way it goes */
    for (auto &[value, block] : values)
      table.push_back(value);
    for (auto &[value, block] : values)
      table.push_back(byTarget.lookup(block));
    Constant *array = ConstantDataArray::get(context, table);
    cases = new GlobalVariable(module, array->getType(), true, GlobalValue::PrivateLinkage, array, "braid.cases");
  }
  if (const auto *call = dyn_cast<CallBase>(&instruction); call && call->getCalledFunction() && !inModel) {
    StringRef name = call->getCalledFunction()->getName();
    if (name.consume_front("__braid_model_"))
      called = string(name);
  }
  if (kind == BRAID_SITE_CALL)
    width = !instruction.use_empty();
  if (kind == BRAID_SITE_CHECK)
    width = numberOfCheck(instruction);
  std::optional<unsigned> firstWay;
  if (ways && !inModel && (question || isCounted(instruction, place)))
    firstWay = flags.reserve(ways), wayFlags = flags.table();
  auto number = [&](unsigned bits, uint64_t value) {
    return ConstantInt::get(Type::getIntNTy(context, bits), value);
  };
  Constant *fields[] = {number(64, id),
                        string(place.file),
                        string(place.function),
                        number(32, place.line),
                        number(32, place.column),
                        number(8, kind),
                        number(8, width),
                        number(16, inModel),
                        number(32, count),
                        cases,
                        called,
                        wayFlags,
                        number(32, firstWay.value_or(0)),
                        number(32, firstWay ? ways : 0)};
  auto *global = new GlobalVariable(module, descriptorType, true, GlobalValue::PrivateLinkage,
                                    ConstantStruct::get(descriptorType, fields), "braid.site");
  global->setSection("braid_sites");
  global->setAlignment(Align(8));
  if (firstWay)
    firstWays[global] = *firstWay;
  byId[{id, choice}] = global;
  return entry = global;
}

void Sites::finish(ArrayRef<std::pair<uint64_t, uint64_t>> edges) {
  SmallVector<GlobalValue *> counted; /* which need not be used by any code */
  for (auto &[descriptor, first] : firstWays)
    counted.push_back(descriptor);
  appendToCompilerUsed(module, counted);
  flags.finish(edges);
}

std::optional<unsigned> Sites::firstWay(const Instruction &decision, unsigned kind) {
  auto found = firstWays.find(cast<GlobalVariable>(of(decision, kind)));
  return found == firstWays.end() ? std::nullopt : std::optional(found->second);
}

} // namespace braid
