// Models of the constructors of std::logic_error, std::runtime_error and what is derived from them (cxx_errors.h).
#include "runtime/models/cxx_errors.h"

#include <string>

extern "C" {

BRAID_MODEL_FILE;

BRAID_ERROR_FROM_STRING(11logic_error)
BRAID_ERROR_FROM_STRING(12domain_error)
BRAID_ERROR_FROM_STRING(16invalid_argument)
BRAID_ERROR_FROM_STRING(12length_error)
BRAID_ERROR_FROM_STRING(12out_of_range)
BRAID_ERROR_FROM_STRING(13runtime_error)
BRAID_ERROR_FROM_STRING(11range_error)
BRAID_ERROR_FROM_STRING(14overflow_error)
BRAID_ERROR_FROM_STRING(15underflow_error)
BRAID_ERROR_FROM_STRING(8ios_base7failureB5cxx11)

BRAID_ERROR_FROM_POINTER(12domain_error)
BRAID_ERROR_FROM_POINTER(16invalid_argument)
BRAID_ERROR_FROM_POINTER(12length_error)
BRAID_ERROR_FROM_POINTER(12out_of_range)
BRAID_ERROR_FROM_POINTER(11range_error)
BRAID_ERROR_FROM_POINTER(14overflow_error)
BRAID_ERROR_FROM_POINTER(15underflow_error)
}
