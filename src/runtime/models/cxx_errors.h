// Exceptions of the standard library keep a copy of the text they were made with. The copy is made inside the
// library; the labels follow here, so that a handler that looks at what() sees input there.
#pragma once

#include "runtime/model.h"

#include <cstring>
#include <exception>

namespace braid {

inline void label_error(std::exception *error, const char *text, size_t length) {
  if (!braid_any_symbolic(text, length))
    return;
  const char *copy = error->what();
  if (std::strncmp(copy, text, length) == 0)
    braid_copy_labels(const_cast<char *>(copy), text, std::strlen(copy) < length ? std::strlen(copy) : length);
}

} // namespace braid

// The constructors from text of one class, whose name is given as in object files. There are two of each: for
// whole objects, and for the base class of another.
#define BRAID_ERROR_FROM_POINTER(name)                                                                            \
  BRAID_ERROR_FROM_POINTER_(name, C1)                                                                             \
  BRAID_ERROR_FROM_POINTER_(name, C2)
#define BRAID_ERROR_FROM_POINTER_(name, variant)                                                                  \
  void _ZNSt##name##variant##EPKc(std::exception *error, const char *text);                                       \
  BRAID_MODEL(void, _ZNSt##name##variant##EPKc, (std::exception * error, const char *text)) {                     \
    _ZNSt##name##variant##EPKc(error, text);                                                                      \
    if (braid_is_active() && text)                                                                                \
      braid::label_error(error, text, __braid_model_strlen(text));                                                \
  }
#define BRAID_ERROR_FROM_STRING(name)                                                                             \
  BRAID_ERROR_FROM_STRING_(name, C1)                                                                              \
  BRAID_ERROR_FROM_STRING_(name, C2)
#define BRAID_ERROR_FROM_STRING_(name, variant)                                                                   \
  void _ZNSt##name##variant##ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(std::exception *error,       \
                                                                                     const std::string *text);    \
  BRAID_MODEL(void, _ZNSt##name##variant##ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE,                \
              (std::exception * error, const std::string *text)) {                                                \
    _ZNSt##name##variant##ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(error, text);                   \
    if (braid_is_active())                                                                                        \
      braid::label_error(error, text->data(), text->size());                                                      \
  }

extern "C" size_t __braid_model_strlen(const char *text);
