#include "instrument/Sites.h"

#include "instrument/Prepare.h"
#include "trace/format.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

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

static void attachId(Instruction &instruction, uint64_t id) {
  LLVMContext &context = instruction.getContext();
  auto *number = ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), id));
  instruction.setMetadata(metadataName, MDNode::get(context, number));
}

void numberSite(Instruction &instruction, unsigned ordinal) {
  Place place = placeOf(instruction);
  attachId(instruction, identify(place, place.function, BRAID_SITE_BRANCH, ordinal));
}

PreservedAnalyses NumberSitesPass::run(Module &module, ModuleAnalysisManager &) {
  if (isInstrumented(module))
    return PreservedAnalyses::all();
  for (Function &function : module) {
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
      attachId(instruction, id);
    }
  }
  return PreservedAnalyses::all();
}

bool isModelFile(const Module &module) { return module.getNamedValue("__braid_model_file") != nullptr; }

Sites::Sites(Module &module) : module(module), inModel(isModelFile(module)) {
  LLVMContext &context = module.getContext();
  Type *i8 = Type::getInt8Ty(context), *i16 = Type::getInt16Ty(context), *i32 = Type::getInt32Ty(context),
       *i64 = Type::getInt64Ty(context), *pointer = PointerType::getUnqual(context);
  /* braid_site_desc of runtime/api.h */
  descriptorType = StructType::get(context, {i64, pointer, pointer, i32, i32, i8, i8, i16, i32, pointer, pointer});
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

Constant *Sites::of(const Instruction &instruction, unsigned kind) {
  Constant *&entry = made[{&instruction, kind}];
  if (entry)
    return entry;
  LLVMContext &context = module.getContext();
  Place place = placeOf(instruction);
  uint64_t id;
  if (const MDNode *node = instruction.getMetadata(metadataName))
    id = mdconst::extract<ConstantInt>(node->getOperand(0))->getZExtValue();
  else /* made by an optimisation, or not a branch: the spot itself is the place */
    id = identify(place, place.function, kind, 1000 + instruction.getOpcode());
  const auto *choice = dyn_cast<SwitchInst>(&instruction);
  if (Constant *&shared = byId[{id, choice}])
    return entry = shared;

  Constant *cases = ConstantPointerNull::get(PointerType::getUnqual(context));
  unsigned width = 0, count = 0;
  if (choice && choice->getCondition()->getType()->getIntegerBitWidth() <= 64) {
    width = choice->getCondition()->getType()->getIntegerBitWidth();
    SmallVector<std::pair<uint64_t, const BasicBlock *>> values;
    for (auto &each : choice->cases())
      values.emplace_back(each.getCaseValue()->getZExtValue(), each.getCaseSuccessor());
    llvm::sort(values, [](auto &left, auto &right) { return left.first < right.first; });
    count = values.size();
    DenseMap<const BasicBlock *, uint64_t> ways{{choice->getDefaultDest(), 0}};
    SmallVector<uint64_t> table; /* the constants, then for each the way it goes */
    for (auto &[value, block] : values)
      table.push_back(value);
    for (auto &[value, block] : values)
      table.push_back(ways.try_emplace(block, ways.size()).first->second);
    Constant *array = ConstantDataArray::get(context, table);
    cases = new GlobalVariable(module, array->getType(), true, GlobalValue::PrivateLinkage, array, "braid.cases");
  }
  Constant *called = ConstantPointerNull::get(PointerType::getUnqual(context));
  if (const auto *call = dyn_cast<CallBase>(&instruction); call && call->getCalledFunction() && !inModel) {
    StringRef name = call->getCalledFunction()->getName();
    if (name.consume_front("__braid_model_"))
      called = string(name);
  }
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
                        called};
  auto *global = new GlobalVariable(module, descriptorType, true, GlobalValue::PrivateLinkage,
                                    ConstantStruct::get(descriptorType, fields), "braid.site");
  global->setSection("braid_sites");
  global->setAlignment(Align(8));
  byId[{id, choice}] = global;
  return entry = global;
}

} // namespace braid
