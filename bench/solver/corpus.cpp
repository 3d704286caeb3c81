#include "corpus.h"

namespace braid::bench {

namespace {

using namespace std::string_view_literals;

// Seeds are inputs that a person would try first: of the right form, but of none of the special cases.
constexpr CorpusProgram PROGRAMS[] = {
    {"sorting", "bubble_sort", "dbagfec"sv},
    {"sorting", "insertion_sort", "\5\0\0\0\3\0\0\0\11\0\0\0\1\0\0\0\7\0\0\0\2\0\0\0"sv},
    {"sorting", "selection_sort", "fcadbe"sv},
    {"sorting", "quick_sort", "\5\0\0\0\3\0\0\0\11\0\0\0\1\0\0\0\7\0\0\0\2\0\0\0"sv},
    {"sorting", "merge_sort", "hdbagfec"sv},
    {"sorting", "heap_sort", "\5\0\0\0\3\0\0\0\11\0\0\0\1\0\0\0\7\0\0\0\2\0\0\0"sv},

    {"searching", "linear_search",
     "\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0\5\0\0\0\6\0\0\0\7\0\0\0\10\0\0\0\11\0\0\0\12\0\0\0"sv},
    {"searching", "binary_search", "acegikmoqsuwj"sv},
    {"searching", "extremes", "\5\0\0\0\3\0\0\0\11\0\0\0\1\0\0\0\7\0\0\0\2\0\0\0\4\0\0\0\6\0\0\0"sv},
    {"searching", "permutation", "abcddcba"sv},
    {"searching", "pair_sum", "\12\0\0\0\1\0\0\0\2\0\0\0\3\0\0\0\5\0\0\0\40\0\0\0\100\0\0\0\200\0\0\0"sv},
    {"searching", "majority", "abacadaea"sv},

    {"parsing", "numbers", "12,-345,6789"sv},
    {"parsing", "calculator", "2*(3+45)"sv},
    {"parsing", "json", "[1,{\"a\":true}]"sv},
    {"parsing", "key_value", "width=132;depth=24"sv},
    {"parsing", "utf8", "a\303\251\342\202\254bc"sv},
    {"parsing", "commands", "ennesswwtd"sv},
    {"parsing", "url", "http://a.org:8080/x"sv},

    {"hashing", "fnv", "abc"sv},
    {"hashing", "crc", "abc\0\0\0\0"sv},
    {"hashing", "adler", "abcdef\0\0\0\0"sv},
    {"hashing", "djb2", "word"sv},
    {"hashing", "mixing", "\1\2\3\4\5\6\7\10"sv},

    {"strings", "string_compare", "abcdefghijkl"sv},
    {"strings", "string_search", "a/keyboard"sv},
    {"strings", "number_text", "0x12a4k"sv},
    {"strings", "letters", "Ab 1 cD2"sv},
    {"strings", "palindrome", "Able was I ."sv},
    {"strings", "glob", "a*c?abbcd"sv},
    {"strings", "run_length", "aaabbbbcddde"sv},
    {"strings", "base64", "YnJhaWQh"sv},
    {"strings", "roman", "XLVIIII"sv},

    {"arithmetic", "gcd", "\44\0\60\0"sv},
    {"arithmetic", "date", "\127\306\64\1"sv},
    {"arithmetic", "leap_years", "\314\7\320\7\334\7"sv},
    {"arithmetic", "square_root", "\20\47"sv},
    {"arithmetic", "triangle", "\3\0\0\0\4\0\0\0\5\0\0\0"sv},
    {"arithmetic", "luhn", "7992739871"sv},
};

} // namespace

std::span<const CorpusProgram> corpus() { return PROGRAMS; }

} // namespace braid::bench
