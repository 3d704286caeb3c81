// Text that the library has used in a way that no model follows: what is lost by that, byte for byte.
#pragma once

#include "runtime/model.h"

namespace braid {

inline void lose(const char *text, size_t length) {
  if (!braid_any_symbolic(text, length))
    return;
  for (size_t i = 0; i < length; i++)
    braid_concrete(static_cast<unsigned char>(text[i]), BRAID_LOST_MODEL);
}

} // namespace braid
