#include "results/mark_values.h"

#include <cstring>
#include <fmt/format.h>

namespace braid::results {

namespace {

using Int128 = __int128;
using UInt128 = unsigned __int128;

template <class Number> std::string number(const std::string &bytes) {
  Number value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return fmt::format("{}", value);
}

// Any byte but 0 is true (src/runtime/models/marks.h).
std::string truth(const std::string &bytes) { return bytes[0] != 0 ? "1" : "0"; }

struct MarkType {
  const char *name; // behind the prefix of its family
  const char *type;
  size_t bytes;
  std::string (*text)(const std::string &bytes);
};

template <class Number> constexpr MarkType integer(const char *name, const char *type) {
  return {name, type, sizeof(Number), number<Number>};
}

// The names of src/runtime/models/marks_svcomp.c, which include those of marks_cbmc.c.
constexpr MarkType NONDET[] = {
    {"bool", "_Bool", 1, truth},
    {"_Bool", "_Bool", 1, truth},
    integer<int8_t>("char", "char"),
    integer<int8_t>("schar", "signed char"),
    integer<uint8_t>("uchar", "unsigned char"),
    integer<uint8_t>("unsigned_char", "unsigned char"),
    integer<int16_t>("short", "short"),
    integer<uint16_t>("ushort", "unsigned short"),
    integer<int32_t>("int", "int"),
    integer<uint32_t>("uint", "unsigned int"),
    integer<uint32_t>("unsigned", "unsigned int"),
    integer<uint32_t>("unsigned_int", "unsigned int"),
    integer<int64_t>("long", "long"),
    integer<uint64_t>("ulong", "unsigned long"),
    integer<int64_t>("longlong", "long long"),
    integer<uint64_t>("ulonglong", "unsigned long long"),
    integer<Int128>("int128", "__int128"),
    integer<UInt128>("uint128", "unsigned __int128"),
    integer<float>("float", "float"),
    integer<double>("double", "double"),
    integer<int8_t>("s8", "int8_t"),
    integer<int16_t>("s16", "int16_t"),
    integer<int32_t>("s32", "int32_t"),
    integer<int64_t>("s64", "int64_t"),
    integer<uint8_t>("u8", "uint8_t"),
    integer<uint16_t>("u16", "uint16_t"),
    integer<uint32_t>("u32", "uint32_t"),
    integer<uint64_t>("u64", "uint64_t"),
    integer<uint64_t>("size_t", "size_t"),
    integer<int64_t>("loff_t", "loff_t"),
    integer<uint64_t>("sector_t", "sector_t"),
    integer<uint64_t>("pthread_t", "pthread_t"),
    integer<uint64_t>("pointer", "void *"),
    integer<uint64_t>("pchar", "char *"),
    integer<uint64_t>("charp", "char *"),
    integer<uint64_t>("const_char_pointer", "const char *"),
};

// Those of src/runtime/models/marks_crest.c.
constexpr MarkType CREST[] = {
    integer<uint8_t>("UChar", "unsigned char"),    integer<int8_t>("Char", "char"),
    integer<uint16_t>("UShort", "unsigned short"), integer<int16_t>("Short", "short"),
    integer<uint32_t>("UInt", "unsigned int"),     integer<int32_t>("Int", "int"),
};

constexpr MarkType UNNAMED[] = {
    integer<uint8_t>("", "unsigned char"),
    integer<uint16_t>("", "unsigned short"),
    integer<uint32_t>("", "unsigned int"),
    integer<uint64_t>("", "unsigned long"),
};

template <size_t N>
const MarkType *find(const MarkType (&types)[N], std::string_view name, const std::string &bytes) {
  for (const MarkType &type : types)
    if (name == type.name && bytes.size() == type.bytes)
      return &type;
  return nullptr;
}

const MarkType *type_of(const Input &input) {
  const std::string_view name = input.source;
  for (const std::string_view prefix : {"__VERIFIER_nondet_", "nondet_"})
    if (name.starts_with(prefix))
      if (const MarkType *type = find(NONDET, name.substr(prefix.size()), input.bytes))
        return type;
  constexpr std::string_view CREST_PREFIX = "__Crest";
  if (name.starts_with(CREST_PREFIX))
    if (const MarkType *type = find(CREST, name.substr(CREST_PREFIX.size()), input.bytes))
      return type;
  return name == "__VERIFIER_nondet_memory" ? nullptr : find(UNNAMED, "", input.bytes);
}

} // namespace

std::vector<MarkValue> values_of(const Input &input) {
  const std::string &variable = input.source.empty() ? input.name : input.source;
  if (const MarkType *type = type_of(input))
    return {{variable, type->type, type->text(input.bytes)}};
  std::vector<MarkValue> values;
  for (const char byte : input.bytes)
    values.push_back({fmt::format("{}[{}]", variable, values.size()), "unsigned char",
                      std::to_string(unsigned(uint8_t(byte)))});
  return values;
}

} // namespace braid::results
