// Models of std::filesystem::path: where it takes text apart. That is done inside the library, and not followed:
// the text stays what it is, but what depends on where its parts begin and end is lost, and recorded here.
#include "runtime/model.h"
#include "runtime/models/cxx_lost.h"

#include <filesystem>
#include <string>
#include <string_view>

extern "C" {

BRAID_MODEL_FILE;

// void path::_M_split_cmpts(), with which every path begins
void split_path(std::filesystem::path *path) __asm__("_ZNSt10filesystem7__cxx114path14_M_split_cmptsEv");
BRAID_MODEL(void, _ZNSt10filesystem7__cxx114path14_M_split_cmptsEv, (std::filesystem::path * path)) {
  if (braid_is_active())
    braid::lose(path->native().data(), path->native().size());
  split_path(path);
}

// path::_M_append(text), path::_M_concat(text): operators /= and += of a text
#define GROW(name, function)                                                                                      \
  void function(std::filesystem::path *path, std::string_view text) __asm__(#name);                               \
  BRAID_MODEL(void, name, (std::filesystem::path * path, std::string_view text)) {                                \
    if (braid_is_active())                                                                                        \
      braid::lose(text.data(), text.size());                                                                      \
    function(path, text);                                                                                         \
  }
GROW(_ZNSt10filesystem7__cxx114path9_M_appendESt17basic_string_viewIcSt11char_traitsIcEE, append_to_path)
GROW(_ZNSt10filesystem7__cxx114path9_M_concatESt17basic_string_viewIcSt11char_traitsIcEE, concatenate_to_path)

// int path::compare(text) const
BRAID_MODEL(int, _ZNKSt10filesystem7__cxx114path7compareESt17basic_string_viewIcSt11char_traitsIcEE,
            (const std::filesystem::path *path, std::string_view text)) {
  if (braid_is_active())
    braid::lose(text.data(), text.size());
  return path->compare(text);
}
}
