// The same for operator new in all its forms, under the names that compiled code uses. The library's operators
// come down to malloc or aligned_alloc.
#include "runtime/model.h"

#include <new>

namespace {
size_t size(size_t bytes) { return braid_concrete_length(bytes, true); }
} // namespace

extern "C" {

BRAID_MODEL_FILE;

BRAID_MODEL(void *, _Znwm, (size_t bytes)) { return operator new(size(bytes)); }
BRAID_MODEL(void *, _Znam, (size_t bytes)) { return operator new[](size(bytes)); }

BRAID_MODEL(void *, _ZnwmRKSt9nothrow_t, (size_t bytes, const std::nothrow_t &)) {
  return operator new(size(bytes), std::nothrow);
}
BRAID_MODEL(void *, _ZnamRKSt9nothrow_t, (size_t bytes, const std::nothrow_t &)) {
  return operator new[](size(bytes), std::nothrow);
}

BRAID_MODEL(void *, _ZnwmSt11align_val_t, (size_t bytes, std::align_val_t alignment)) {
  return operator new(size(bytes), alignment);
}
BRAID_MODEL(void *, _ZnamSt11align_val_t, (size_t bytes, std::align_val_t alignment)) {
  return operator new[](size(bytes), alignment);
}

BRAID_MODEL(void *, _ZnwmSt11align_val_tRKSt9nothrow_t,
            (size_t bytes, std::align_val_t alignment, const std::nothrow_t &)) {
  return operator new(size(bytes), alignment, std::nothrow);
}
BRAID_MODEL(void *, _ZnamSt11align_val_tRKSt9nothrow_t,
            (size_t bytes, std::align_val_t alignment, const std::nothrow_t &)) {
  return operator new[](size(bytes), alignment, std::nothrow);
}
}
