// Arithmetic modulo a number of up to 128 bits, where plain products and sums would not fit.
#pragma once

#include "expr/operations.h"

namespace braid::solver::values {

using expr::mask_of;
using expr::Value;

inline Value greatest_common_divisor(Value a, Value b) {
  while (b != 0) {
    const Value rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// a * b modulo m; a and b are less than m.
inline Value product_modulo(Value a, Value b, Value m) {
  if (a >> 64 == 0 && b >> 64 == 0)
    return a * b % m;
  const auto sum = [m](Value x, Value y) { return x >= m - y ? x - (m - y) : x + y; };
  Value result = 0;
  for (; b != 0; b >>= 1) {
    if ((b & 1) != 0)
      result = sum(result, a);
    a = a == 0 ? 0 : sum(a, a);
  }
  return result;
}

// The x < m with a * x = 1 modulo m. a and m have no common divisor.
inline Value inverse_modulo(Value a, Value m) {
  Value rest = m, next_rest = a % m, factor = 0, next_factor = m == 1 ? 0 : 1;
  while (next_rest != 0) {
    const Value quotient = rest / next_rest;
    const Value later_rest = rest - quotient * next_rest;
    const Value taken = product_modulo(quotient % m, next_factor, m);
    const Value later_factor = factor >= taken ? factor - taken : factor + (m - taken);
    rest = next_rest, next_rest = later_rest;
    factor = next_factor, next_factor = later_factor;
  }
  return factor;
}

} // namespace braid::solver::values
