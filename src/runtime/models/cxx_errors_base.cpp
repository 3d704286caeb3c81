// The same for the constructors that libc++ has, too, and under the same names: apart, so that a program with that
// library gets nothing that belongs to libstdc++.
#include "runtime/models/cxx_errors.h"

extern "C" {

BRAID_MODEL_FILE;

BRAID_ERROR_FROM_POINTER(11logic_error)
BRAID_ERROR_FROM_POINTER(13runtime_error)
}
