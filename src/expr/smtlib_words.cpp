#include "expr/smtlib_words.h"

#include <algorithm>
#include <iterator>

namespace braid::expr {

namespace {

// The language, then the theories Core, ArraysEx, FixedSizeBitVectors and FloatingPoint with what solvers add to
// them. Words with a fixed beginning (bv..., fp...) are left to begins_like_the_theories().
constexpr std::string_view WORDS[] = {"!",
                                      "_",
                                      "as",
                                      "par",
                                      "let",
                                      "forall",
                                      "exists",
                                      "lambda",
                                      "match",
                                      "BINARY",
                                      "DECIMAL",
                                      "HEXADECIMAL",
                                      "NUMERAL",
                                      "STRING",
                                      "Bool",
                                      "true",
                                      "false",
                                      "not",
                                      "=>",
                                      "and",
                                      "or",
                                      "xor",
                                      "=",
                                      "distinct",
                                      "ite",
                                      "if",
                                      "implies",
                                      "iff",
                                      "Array",
                                      "select",
                                      "store",
                                      "const",
                                      "map",
                                      "concat",
                                      "extract",
                                      "repeat",
                                      "zero_extend",
                                      "sign_extend",
                                      "rotate_left",
                                      "rotate_right",
                                      "ext_rotate_left",
                                      "ext_rotate_right",
                                      "BitVec",
                                      "nat2bv",
                                      "int2bv",
                                      "int_to_bv",
                                      "ubv_to_int",
                                      "sbv_to_int",
                                      "bit2bool",
                                      "Int",
                                      "Real",
                                      "div",
                                      "mod",
                                      "abs",
                                      "rem",
                                      "divisible",
                                      "to_real",
                                      "to_int",
                                      "is_int",
                                      "RoundingMode",
                                      "FloatingPoint",
                                      "Float16",
                                      "Float32",
                                      "Float64",
                                      "Float128",
                                      "RNE",
                                      "RNA",
                                      "RTP",
                                      "RTN",
                                      "RTZ",
                                      "roundNearestTiesToEven",
                                      "roundNearestTiesToAway",
                                      "roundTowardPositive",
                                      "roundTowardNegative",
                                      "roundTowardZero",
                                      "+oo",
                                      "-oo",
                                      "NaN",
                                      "+zero",
                                      "-zero",
                                      "to_fp",
                                      "to_fp_unsigned",
                                      "to_ieee_bv",
                                      "+",
                                      "-",
                                      "*",
                                      "/",
                                      "<",
                                      "<=",
                                      ">",
                                      ">=",
                                      "~",
                                      "^",
                                      "String",
                                      "RegLan",
                                      "Seq",
                                      "set",
                                      "is",
                                      "default",
                                      "union",
                                      "intersection",
                                      "difference",
                                      "complement",
                                      "subset",
                                      "seq",
                                      "at",
                                      "as-array"};

bool begins_like_the_theories(std::string_view name) {
  static constexpr std::string_view BEGINNINGS[] = {"bv", "fp", "str.", "re.", "seq."};
  return std::any_of(std::begin(BEGINNINGS), std::end(BEGINNINGS),
                     [&](std::string_view beginning) { return name.starts_with(beginning); });
}

bool is_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || c == '_'; });
}

// See Terms::name, assertion_name and the bits of computed numbers.
bool is_definition(std::string_view name) {
  if (name.starts_with('?'))
    name.remove_prefix(1);
  if (name.starts_with("bits") || name.starts_with("says"))
    return is_digits(name.substr(4));
  static constexpr std::string_view KINDS = "vcf";
  if (name.starts_with("array"))
    return is_digits(name.substr(5));
  return !name.empty() && KINDS.find(name.front()) != std::string_view::npos && is_digits(name.substr(1));
}

} // namespace

bool is_taken_in_smtlib(std::string_view name) {
  return std::find(std::begin(WORDS), std::end(WORDS), name) != std::end(WORDS) ||
         begins_like_the_theories(name) || is_definition(name);
}

} // namespace braid::expr
