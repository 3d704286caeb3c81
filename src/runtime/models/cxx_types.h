// Of which class an object of the library really is: a model may take a short cut only where the program has not
// derived a class of its own. This is typeid, except that a program compiled without such information
// (-fno-rtti) has objects that do not know their class; theirs is none of the library's.
#pragma once

#include <typeinfo>

namespace braid {

// The entry in front of the virtual functions, as the C++ ABI has it.
inline const std::type_info *type_of(const void *object) {
  return static_cast<const std::type_info *const *>(*static_cast<const void *const *>(object))[-1];
}

template <typename... Classes> bool is_one_of(const void *object) {
  const std::type_info *type = type_of(object);
  return type && (... || (*type == typeid(Classes)));
}

} // namespace braid
