#include "instrument/Scalars.h"

#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace braid {

static constexpr size_t mostScalars = 64;

static bool collect(Type *type, const DataLayout &layout, uint64_t offset, Scalars &list) {
  if (list.size() > mostScalars)
    return false;
  if (auto *structure = dyn_cast<StructType>(type)) {
    const StructLayout *fields = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); i++)
      if (!collect(structure->getElementType(i), layout, offset + fields->getElementOffset(i), list))
        return false;
    return true;
  }
  if (auto *array = dyn_cast<ArrayType>(type)) {
    if (array->getNumElements() > mostScalars)
      return false;
    uint64_t step = layout.getTypeAllocSize(array->getElementType());
    for (uint64_t i = 0; i < array->getNumElements(); i++)
      if (!collect(array->getElementType(), layout, offset + i * step, list))
        return false;
    return true;
  }
  if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    uint64_t bits = layout.getTypeSizeInBits(vector->getElementType());
    if (vector->getNumElements() > mostScalars)
      return false;
    for (uint64_t i = 0; i < vector->getNumElements(); i++)
      if (!collect(vector->getElementType(), layout, offset + i * ((bits + 7) / 8), list))
        return false;
    return true;
  }
  if (!type->isSized() || type->isScalableTy() || type->isTargetExtTy())
    return false;
  Scalar scalar{type, offset, static_cast<unsigned>(layout.getTypeSizeInBits(type)), Carry::None};
  if (type->isIntegerTy())
    scalar.carry = scalar.bits <= 128 ? Carry::Full : Carry::None;
  else if (type->isFloatTy() || type->isDoubleTy() || (type->isPointerTy() && scalar.bits == 64))
    scalar.carry = Carry::Full;
  else if (type->isHalfTy() || type->isBFloatTy())
    scalar.carry = Carry::BitsOnly;
  list.push_back(scalar);
  return true;
}

Scalars scalarsOf(Type *type, const DataLayout &layout) {
  Scalars list;
  if (type->isVoidTy() || type->isTokenTy() || type->isMetadataTy() || type->isLabelTy())
    return list;
  if (!collect(type, layout, 0, list) || list.size() > mostScalars)
    list.clear();
  return list;
}

bool canCarry(Type *type, const DataLayout &layout) {
  for (const Scalar &scalar : scalarsOf(type, layout))
    if (scalar.carry != Carry::None)
      return true;
  return false;
}

} // namespace braid
