// Models of the constructors of std::logic_error, std::runtime_error and what is derived from them (cxx_errors.h).
#include "runtime/models/cxx_errors.h"

#include <cstdarg>
#include <memory>
#include <stdexcept>
#include <string>

extern "C" {

int __braid_model_vsnprintf(char *to, size_t room, const char *format, va_list list);

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

// What at() and its like call, with a place and a size for the text. The library formats with a function of its
// own that knows less than vsnprintf, and cuts texts off at the same length.
BRAID_MODEL(void, _ZSt24__throw_out_of_range_fmtPKcz, (const char *format, ...)) {
  const size_t room = std::strlen(format) + 512;
  const std::unique_ptr<char[]> text(new char[room]); // a string would need more of the library in each program
  va_list list;
  va_start(list, format);
  __braid_model_vsnprintf(text.get(), room, format, list);
  va_end(list);
  std::out_of_range error(text.get());
  braid::label_error(&error, text.get(), std::strlen(text.get()));
  throw error;
}
}
