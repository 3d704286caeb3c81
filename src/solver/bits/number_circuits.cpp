#include "solver/bits/number_circuits.h"

#include "expr/floating.h"

#include <algorithm>

namespace braid::solver {

namespace {

// Bits that an exact result needs behind those of a number so that rounding is right: one that decides, one for
// what a subtraction may shift out, and one for all the rest.
constexpr size_t BEHIND = 3;

Bits magnitude(Bits number) { return number.first(number.size() - 1); }

size_t bits_for(size_t count) {
  size_t bits = 1;
  while (count >> bits != 0)
    bits++;
  return bits;
}

} // namespace

bool NumberCircuits::knows(uint8_t op) {
  return op >= BRAID_OP_FADD && op <= BRAID_OP_UITOF && op != BRAID_OP_FREM;
}

Word NumberCircuits::constant(int64_t value, size_t width) const {
  Word word(width);
  for (size_t i = 0; i < width; i++)
    word[i] = (value >> std::min<size_t>(i, 63) & 1) != 0 ? ALWAYS : NEVER;
  return word;
}

Word NumberCircuits::signed_resized(Bits a, size_t width) const {
  Word word(a.begin(), a.end());
  word.resize(width, a.back());
  return word;
}

Word NumberCircuits::shifted_right(Word a, Bits amount) {
  Bit lost = NEVER;
  for (size_t i = 0; i < amount.size(); i++) {
    const size_t step = i < 32 ? std::min(size_t(1) << i, a.size()) : a.size();
    const Bit falls = circuits_.any(Bits(a).first(step));
    lost = either(lost, both(amount[i], falls));
    Word moved(a.begin() + ptrdiff_t(step), a.end());
    moved.resize(a.size(), NEVER);
    a = circuits_.choice(amount[i], moved, a);
  }
  a[0] = either(a[0], lost);
  return a;
}

Word NumberCircuits::shifted_left(Word a, Bits amount) {
  for (size_t i = 0; i < amount.size(); i++) {
    const size_t step = i < 32 ? std::min(size_t(1) << i, a.size()) : a.size();
    Word moved(step, NEVER);
    moved.insert(moved.end(), a.begin(), a.end() - ptrdiff_t(step));
    a = circuits_.choice(amount[i], moved, a);
  }
  return a;
}

NumberCircuits::Class NumberCircuits::class_of(Bits number) {
  const Format format = format_of(number.size());
  const Bits exponent = number.subspan(format.fraction, format.exponent);
  Bit full = ALWAYS;
  for (const Bit bit : exponent)
    full = both(full, bit);
  const Bit fraction = circuits_.any(number.first(format.fraction));
  return {both(full, fraction), both(full, inverse(fraction)), inverse(either(circuits_.any(exponent), fraction))};
}

void NumberCircuits::normalise(Parts &parts) {
  // From the largest step down: if so many bits at the top are 0, they go.
  Word &a = parts.significand;
  const size_t stages = bits_for(a.size() - 1);
  Word count(stages, NEVER);
  for (size_t i = stages; i-- != 0;) {
    const size_t step = size_t(1) << i;
    if (step >= a.size())
      continue;
    const Bit empty = inverse(circuits_.any(Bits(a).last(step)));
    count[i] = empty;
    Word moved(step, NEVER);
    moved.insert(moved.end(), a.begin(), a.end() - ptrdiff_t(step));
    a = circuits_.choice(empty, moved, a);
  }
  count.resize(std::max(parts.exponent.size(), stages + 1), NEVER);
  parts.exponent = circuits_.difference(signed_resized(parts.exponent, count.size()), count);
}

NumberCircuits::Parts NumberCircuits::parts_of(Bits number, bool normalised) {
  const Format format = format_of(number.size());
  const Bits fraction = number.first(format.fraction), field = number.subspan(format.fraction, format.exponent);
  const Bit normal = circuits_.any(field);
  Parts parts;
  parts.sign = number.back();
  parts.significand.assign(fraction.begin(), fraction.end());
  parts.significand.push_back(normal);
  // The smallest exponents, 0 and 1, mean the same.
  Word exponent(field.begin(), field.end());
  exponent[0] = either(exponent[0], inverse(normal));
  exponent.resize(format.exponent + 2, NEVER);
  parts.exponent = circuits_.difference(exponent, constant(format.bias(), exponent.size()));
  if (normalised)
    normalise(parts);
  return parts;
}

// The fields of the result are one number, to which rounding up adds one: a significand that becomes too large
// carries into the exponent, and the largest exponent becomes infinity. The exponent is one less than it has to
// be, because the highest bit of the significand, which is not stored, is added to it; a number without that bit
// has the exponent 0.
Word NumberCircuits::rounded(Parts parts, Format format, bool may_be_tiny) {
  Word &significand = parts.significand;
  const size_t kept = format.fraction + 1;
  if (significand.size() < kept + 2) // zeros behind change nothing
    significand.insert(significand.begin(), kept + 2 - significand.size(), NEVER);
  const size_t exponent_bits = std::max(parts.exponent.size(), format.exponent + 2) + 1;
  Word exponent =
      circuits_.difference(signed_resized(parts.exponent, exponent_bits), constant(format.least(), exponent_bits));
  if (may_be_tiny) {
    const Bit tiny = exponent.back();
    const Word missing = circuits_.choice(tiny, circuits_.negative(exponent), constant(0, exponent_bits));
    significand = shifted_right(std::move(significand), Bits(missing).first(exponent_bits - 1));
    exponent = circuits_.choice(tiny, constant(0, exponent_bits), exponent);
  }
  const Bits behind = Bits(significand).first(significand.size() - kept);
  const Bits top = Bits(significand).last(kept);
  const Bit up = both(behind.back(), either(top[0], circuits_.any(behind.first(behind.size() - 1))));
  // exponent * 2^fraction + top + up
  Word fields(format.fraction, NEVER);
  fields.insert(fields.end(), exponent.begin(), exponent.end());
  Word added(top.begin(), top.end());
  added.resize(fields.size(), NEVER);
  fields = circuits_.sum(fields, added, up);
  Word infinity(format.fraction, NEVER);
  infinity.resize(format.fraction + format.exponent, ALWAYS);
  Word limit = infinity;
  limit.resize(fields.size(), NEVER);
  const Bit overflow = circuits_.less(limit, fields, true);
  fields.resize(infinity.size());
  return circuits_.choice(overflow, infinity, fields);
}

Word NumberCircuits::with_sign(Bit sign, Word magnitude) {
  magnitude.push_back(sign);
  return magnitude;
}

Word NumberCircuits::with_nan(Bit invalid, std::initializer_list<Bits> operands, Word result) {
  const size_t width = result.size();
  result =
      circuits_.choice(invalid, constant(int64_t(expr::floating::default_nan(unsigned(width))), width), result);
  for (auto operand = std::rbegin(operands); operand != std::rend(operands); ++operand) {
    Word quiet(operand->begin(), operand->end());
    quiet[format_of(width).fraction - 1] = ALWAYS;
    result = circuits_.choice(class_of(*operand).nan, quiet, result);
  }
  return result;
}

// Of numbers whose significands have the same width. The result has one bit more in front and BEHIND behind, not
// normalised; its sign is that of the larger one.
NumberCircuits::Parts NumberCircuits::sum(Parts a, Parts b) {
  Word order_a = a.significand, order_b = b.significand;
  order_a.insert(order_a.end(), a.exponent.begin(), a.exponent.end());
  order_b.insert(order_b.end(), b.exponent.begin(), b.exponent.end());
  const Bit swap = circuits_.signed_less(order_a, order_b, false);
  const Bit subtract = gates_.exclusion(a.sign, b.sign);
  Parts large, small;
  large.sign = gates_.choice(swap, b.sign, a.sign);
  large.exponent = circuits_.choice(swap, b.exponent, a.exponent);
  small.exponent = circuits_.choice(swap, a.exponent, b.exponent);
  large.significand = circuits_.choice(swap, b.significand, a.significand);
  small.significand = circuits_.choice(swap, a.significand, b.significand);
  const size_t exponent_bits = large.exponent.size() + 1;
  const Word away = circuits_.difference(signed_resized(large.exponent, exponent_bits),
                                         signed_resized(small.exponent, exponent_bits));
  for (Word *word : {&large.significand, &small.significand})
    word->insert(word->begin(), BEHIND, NEVER);
  small.significand = shifted_right(std::move(small.significand), Bits(away).first(exponent_bits - 1));
  for (Word *word : {&large.significand, &small.significand})
    word->push_back(NEVER);
  for (Bit &bit : small.significand)
    bit = gates_.exclusion(bit, subtract);
  large.significand = circuits_.sum(large.significand, small.significand, subtract);
  large.exponent = circuits_.sum(signed_resized(large.exponent, exponent_bits), constant(1, exponent_bits));
  return large;
}

Word NumberCircuits::addition(Bits a, Bits given_b, bool subtract) {
  const Format format = format_of(a.size());
  Word b(given_b.begin(), given_b.end());
  if (subtract)
    b.back() = inverse(b.back());
  const Class class_a = class_of(a), class_b = class_of(b);
  // Numbers that are equal but for their signs give 0, two zeros of one sign keep it.
  Parts total = sum(parts_of(a, false), parts_of(b, false));
  const Bit zero = inverse(circuits_.any(total.significand));
  const Bit sign = gates_.choice(zero, both(a.back(), b.back()), total.sign);
  normalise(total);
  Word result = with_sign(sign, rounded(total, format, true));
  result = circuits_.choice(zero, with_sign(sign, Word(a.size() - 1, NEVER)), result);
  result = circuits_.choice(class_b.infinite, b, result);
  result = circuits_.choice(class_a.infinite, a, result);
  const Bit invalid = both(both(class_a.infinite, class_b.infinite), gates_.exclusion(a.back(), b.back()));
  return with_nan(invalid, {a, given_b}, result);
}

Word NumberCircuits::multiplication(Bits a, Bits b) {
  const Format format = format_of(a.size());
  const Class class_a = class_of(a), class_b = class_of(b);
  const Parts left = parts_of(a, true), right = parts_of(b, true);
  const size_t width = 2 * left.significand.size(), exponent_bits = left.exponent.size() + 2;
  Word wide_left = left.significand, wide_right = right.significand;
  wide_left.resize(width, NEVER);
  wide_right.resize(width, NEVER);
  Parts product;
  product.sign = gates_.exclusion(a.back(), b.back());
  product.significand = circuits_.product(wide_left, wide_right);
  // The product of two numbers between 1 and 2 is below 4.
  product.exponent = circuits_.sum(
      circuits_.sum(signed_resized(left.exponent, exponent_bits), signed_resized(right.exponent, exponent_bits)),
      constant(0, exponent_bits), product.significand.back());
  Word moved(1, NEVER);
  moved.insert(moved.end(), product.significand.begin(), product.significand.end() - 1);
  product.significand = circuits_.choice(product.significand.back(), product.significand, moved);
  const Bit zero = either(class_a.zero, class_b.zero), infinite = either(class_a.infinite, class_b.infinite);
  Word result = rounded(product, format, true);
  result = circuits_.choice(zero, Word(a.size() - 1, NEVER), result);
  Word infinity(format.fraction, NEVER);
  infinity.resize(a.size() - 1, ALWAYS);
  result = circuits_.choice(infinite, infinity, result);
  return with_nan(both(zero, infinite), {a, b}, with_sign(product.sign, result));
}

// Digit by digit, as on paper; what remains only matters as being something.
Word NumberCircuits::division(Bits a, Bits b) {
  const Format format = format_of(a.size());
  const Class class_a = class_of(a), class_b = class_of(b);
  const Parts left = parts_of(a, true), right = parts_of(b, true);
  const size_t width = left.significand.size() + 1, digits = format.fraction + 1 + BEHIND;
  const size_t exponent_bits = left.exponent.size() + 2;
  Word rest = left.significand, divisor = right.significand;
  rest.push_back(NEVER);
  divisor.push_back(NEVER);
  Parts quotient;
  quotient.sign = gates_.exclusion(a.back(), b.back());
  quotient.significand.assign(digits, NEVER);
  for (size_t i = digits; i-- != 1;) {
    const Bit fits = circuits_.less(divisor, rest, true);
    quotient.significand[i] = fits;
    rest = circuits_.choice(fits, circuits_.difference(rest, divisor), rest);
    Word moved(1, NEVER);
    moved.insert(moved.end(), rest.begin(), rest.begin() + ptrdiff_t(width) - 1);
    rest = moved;
  }
  quotient.significand[0] = circuits_.any(rest);
  quotient.exponent = circuits_.difference(signed_resized(left.exponent, exponent_bits),
                                           signed_resized(right.exponent, exponent_bits));
  // Between 1/2 and 2.
  const Bit small = inverse(quotient.significand.back());
  Word moved(1, NEVER);
  moved.insert(moved.end(), quotient.significand.begin(), quotient.significand.end() - 1);
  quotient.significand = circuits_.choice(small, moved, quotient.significand);
  quotient.exponent = circuits_.choice(small, circuits_.difference(quotient.exponent, constant(1, exponent_bits)),
                                       quotient.exponent);
  const Bit zero = either(class_a.zero, class_b.infinite), infinite = either(class_a.infinite, class_b.zero);
  Word result = rounded(quotient, format, true);
  Word infinity(format.fraction, NEVER);
  infinity.resize(a.size() - 1, ALWAYS);
  result = circuits_.choice(infinite, infinity, result);
  result = circuits_.choice(zero, Word(a.size() - 1, NEVER), result);
  const Bit invalid = either(both(class_a.zero, class_b.zero), both(class_a.infinite, class_b.infinite));
  return with_nan(invalid, {a, b}, with_sign(quotient.sign, result));
}

// The exact product, with twice the bits, and the third number, with zeros behind it.
Word NumberCircuits::fused(Bits a, Bits b, Bits c) {
  const Format format = format_of(a.size());
  const Class class_a = class_of(a), class_b = class_of(b), class_c = class_of(c);
  const Parts left = parts_of(a, true), right = parts_of(b, true);
  const size_t width = 2 * left.significand.size(), exponent_bits = left.exponent.size() + 2;
  Word wide_left = left.significand, wide_right = right.significand;
  wide_left.resize(width, NEVER);
  wide_right.resize(width, NEVER);
  Parts product, third = parts_of(c, true);
  product.sign = gates_.exclusion(a.back(), b.back());
  product.significand = circuits_.product(wide_left, wide_right);
  product.exponent = circuits_.sum(signed_resized(left.exponent, exponent_bits),
                                   signed_resized(right.exponent, exponent_bits), ALWAYS);
  normalise(product); // a product without its highest bit would be taken for the smaller one
  const Bit zero_product = either(class_a.zero, class_b.zero);
  third.exponent = signed_resized(third.exponent, product.exponent.size());
  third.significand.insert(third.significand.begin(), width - third.significand.size(), NEVER);
  // Zeros have the least exponent, so that they are the smaller ones.
  const Word far = constant(-int64_t(1) << (exponent_bits - 2), product.exponent.size());
  product.exponent = circuits_.choice(zero_product, far, product.exponent);
  third.exponent = circuits_.choice(class_c.zero, far, third.exponent);
  Parts total = sum(product, third);
  const Bit zero = inverse(circuits_.any(total.significand));
  const Bit sign = gates_.choice(zero, both(product.sign, c.back()), total.sign);
  normalise(total);
  Word result = rounded(total, format, true);
  result = circuits_.choice(zero, Word(a.size() - 1, NEVER), result);
  result = with_sign(sign, result);
  const Bit infinite_product = either(class_a.infinite, class_b.infinite);
  Word infinity(format.fraction, NEVER);
  infinity.resize(a.size() - 1, ALWAYS);
  result = circuits_.choice(class_c.infinite, c, result);
  result = circuits_.choice(infinite_product, with_sign(product.sign, infinity), result);
  const Bit invalid = either(both(zero_product, infinite_product), both(both(infinite_product, class_c.infinite),
                                                                        gates_.exclusion(product.sign, c.back())));
  return with_nan(invalid, {a, b, c}, result);
}

// Digit by digit: the next one is 1 if (root + digit)^2 still fits.
Word NumberCircuits::square_root(Bits a) {
  const Format format = format_of(a.size());
  const Class class_a = class_of(a);
  const Parts number = parts_of(a, true);
  const size_t digits = format.fraction + 2; // and one for the rest
  // An even exponent: the significand is between 1 and 4. Two of its bits are used for each digit.
  const Bit odd = number.exponent[0];
  Word significand = number.significand;
  significand.push_back(NEVER);
  Word doubled(1, NEVER);
  doubled.insert(doubled.end(), significand.begin(), significand.end() - 1);
  significand = circuits_.choice(odd, doubled, significand);
  const size_t width = digits + 3;
  Word root(width, NEVER), rest(width, NEVER);
  size_t next = significand.size(); // bits above this one are used
  const auto bring = [&] { return next == 0 ? NEVER : significand[--next]; };
  for (size_t i = 0; i < digits; i++) {
    const Bit high = bring(), low = bring();
    rest.insert(rest.begin(), {low, high});
    rest.resize(width);
    // root * 4 + 1, with the root so far
    Word tried{ALWAYS, NEVER};
    tried.insert(tried.end(), root.begin(), root.end());
    tried.resize(width);
    const Bit fits = circuits_.less(tried, rest, true);
    rest = circuits_.choice(fits, circuits_.difference(rest, tried), rest);
    root.insert(root.begin(), fits);
    root.resize(width);
  }
  Parts result;
  result.significand.push_back(circuits_.any(rest));
  result.significand.insert(result.significand.end(), root.begin(), root.begin() + ptrdiff_t(digits));
  result.exponent.assign(number.exponent.begin() + 1, number.exponent.end()); // halved, downwards
  Word rounding = rounded(result, format, false);
  rounding.push_back(NEVER);
  rounding = circuits_.choice(either(class_a.zero, both(class_a.infinite, inverse(a.back()))), a, rounding);
  return with_nan(both(a.back(), inverse(class_a.zero)), {a}, rounding);
}

Word NumberCircuits::integral(uint8_t op, Bits a) {
  const Format format = format_of(a.size());
  const Class class_a = class_of(a);
  const Parts number = parts_of(a, false);
  const size_t exponent_bits = number.exponent.size() + 1;
  // Bits behind the point: fraction - exponent, if that is more than none.
  const Word behind = circuits_.difference(constant(int64_t(format.fraction), exponent_bits),
                                           signed_resized(number.exponent, exponent_bits));
  const Bit is_whole = either(behind.back(), inverse(circuits_.any(behind)));
  Word whole = number.significand;
  whole.insert(whole.begin(), 2, NEVER); // the first bit behind the point, and the rest
  whole = shifted_right(std::move(whole), Bits(behind).first(exponent_bits - 1));
  const Bit half = whole[1], rest = whole[0];
  whole.erase(whole.begin(), whole.begin() + 2);
  const Bit any = either(half, rest), negative = a.back();
  Bit up = NEVER;
  switch (op) {
  case BRAID_OP_FFLOOR:
    up = both(negative, any);
    break;
  case BRAID_OP_FCEIL:
    up = both(inverse(negative), any);
    break;
  case BRAID_OP_FROUND:
    up = half;
    break;
  case BRAID_OP_FROUNDEVEN:
    up = both(half, either(rest, whole[0]));
    break;
  default:
    break;
  }
  whole.push_back(NEVER);
  Parts parts;
  parts.significand = circuits_.sum(whole, Word(whole.size(), NEVER), up);
  parts.exponent = constant(int64_t(format.fraction) + 1, exponent_bits);
  const Bit zero = inverse(circuits_.any(parts.significand));
  normalise(parts);
  Word result = rounded(parts, format, false);
  result = circuits_.choice(zero, Word(a.size() - 1, NEVER), result);
  result = circuits_.choice(either(is_whole, class_a.infinite), a, with_sign(negative, result));
  return with_nan(NEVER, {a}, result);
}

Word NumberCircuits::extended(Bits a) {
  const Format wide = format_of(64);
  const Class class_a = class_of(a);
  const Parts number = parts_of(a, true);
  Word result = rounded(number, wide, false);
  result = circuits_.choice(class_a.zero, Word(63, NEVER), result);
  Word special(29, NEVER); // infinity, or the payload, made quiet
  special.insert(special.end(), a.begin(), a.begin() + 23);
  special[51] = class_a.nan;
  special.resize(63, ALWAYS);
  result = circuits_.choice(either(class_a.nan, class_a.infinite), special, result);
  return with_sign(a.back(), result);
}

Word NumberCircuits::narrowed(Bits a) {
  const Class class_a = class_of(a);
  // Numbers so small that they are not normalised become 0 in any case.
  Word result = rounded(parts_of(a, false), format_of(32), true);
  Word special(a.begin() + 29, a.begin() + 52);
  special[22] = class_a.nan;
  special.resize(31, ALWAYS);
  result = circuits_.choice(either(class_a.nan, class_a.infinite), special, result);
  return with_sign(a.back(), result);
}

Word NumberCircuits::from_integer(Bits a, unsigned width, bool is_signed) {
  Parts parts;
  parts.sign = is_signed ? a.back() : NEVER;
  parts.significand =
      circuits_.choice(parts.sign, is_signed ? circuits_.negative(a) : Word(a.begin(), a.end()), a);
  const Bit zero = inverse(circuits_.any(parts.significand));
  parts.exponent = constant(int64_t(a.size()) - 1, bits_for(a.size()) + 2);
  if (a.size() > 1)
    normalise(parts);
  Word result = rounded(parts, format_of(width), false);
  return circuits_.choice(zero, Word(width, NEVER), with_sign(parts.sign, result));
}

Word NumberCircuits::to_integer(Bits a, unsigned width, bool is_signed) {
  const Format format = format_of(a.size());
  const Class class_a = class_of(a);
  const Parts number = parts_of(a, false);
  // The bits before the point, of numbers below 2^(width + 1).
  const size_t stages = bits_for(width);
  Word shifted = number.significand;
  shifted.resize(format.fraction + width + 1, NEVER);
  Word amount(number.exponent.begin(), number.exponent.end());
  const Bit below_one = amount.back();
  Bit huge = NEVER; // 2^(width + 1) or more, as far as the shift cannot show
  const Word limit = constant(int64_t(width), std::max(amount.size(), stages + 2));
  const Word wide_amount = signed_resized(amount, limit.size());
  huge = both(inverse(below_one), circuits_.signed_less(limit, wide_amount, false));
  amount = Word(wide_amount.begin(), wide_amount.begin() + ptrdiff_t(stages));
  shifted = shifted_left(std::move(shifted), amount);
  Word whole(shifted.begin() + ptrdiff_t(format.fraction), shifted.end()); // width + 1 bits
  whole = circuits_.choice(below_one, Word(whole.size(), NEVER), whole);
  const Bit negative = both(a.back(), circuits_.any(whole));
  const Bits low = Bits(whole).first(width);
  Bit fits = inverse(either(either(huge, whole.back()), either(class_a.nan, class_a.infinite)));
  if (is_signed) {
    // Up to 2^(width - 1) - 1, and 2^(width - 1) if negative.
    const Bit least = both(low.back(), inverse(circuits_.any(low.first(width - 1))));
    fits = both(fits, either(inverse(low.back()), both(negative, least)));
  } else {
    fits = both(fits, inverse(negative));
  }
  Word result = circuits_.choice(negative, circuits_.negative(low), low);
  Word outside(width, is_signed ? NEVER : ALWAYS);
  outside.back() = ALWAYS;
  return circuits_.choice(fits, result, outside);
}

Bit NumberCircuits::equal(Bits a, Bits b) {
  const Bit zeros = inverse(either(circuits_.any(magnitude(a)), circuits_.any(magnitude(b))));
  return either(zeros, circuits_.equal(a, b));
}

// Numbers of one sign compare as their bits do, negative ones the other way round.
Bit NumberCircuits::below(Bits a, Bits b, bool or_equal) {
  const Bit zeros = inverse(either(circuits_.any(magnitude(a)), circuits_.any(magnitude(b))));
  const Bit upwards = circuits_.less(magnitude(a), magnitude(b), or_equal);
  const Bit downwards = circuits_.less(magnitude(b), magnitude(a), or_equal);
  const Bit ordered =
      gates_.choice(a.back(), either(inverse(b.back()), downwards), both(inverse(b.back()), upwards));
  return gates_.choice(zeros, or_equal ? ALWAYS : NEVER, ordered);
}

Word NumberCircuits::operation(uint8_t op, unsigned width, Bits a, Bits b, Bits c) {
  switch (op) {
  case BRAID_OP_FADD:
  case BRAID_OP_FSUB:
    return addition(a, b, op == BRAID_OP_FSUB);
  case BRAID_OP_FMUL:
    return multiplication(a, b);
  case BRAID_OP_FDIV:
    return division(a, b);
  case BRAID_OP_FMA:
    return fused(a, b, c);
  case BRAID_OP_FSQRT:
    return square_root(a);
  case BRAID_OP_FMIN:
    return circuits_.choice(either(class_of(a).nan, both(inverse(class_of(b).nan), below(b, a, false))), b, a);
  case BRAID_OP_FMAX:
    return circuits_.choice(either(class_of(a).nan, both(inverse(class_of(b).nan), below(a, b, false))), b, a);
  case BRAID_OP_FEQ:
  case BRAID_OP_FLT:
  case BRAID_OP_FLE: {
    const Bit ordered = inverse(either(class_of(a).nan, class_of(b).nan));
    return {both(ordered, op == BRAID_OP_FEQ ? equal(a, b) : below(a, b, op == BRAID_OP_FLE))};
  }
  case BRAID_OP_FUNORDERED:
    return {either(class_of(a).nan, class_of(b).nan)};
  case BRAID_OP_FEXTEND:
    return extended(a);
  case BRAID_OP_FROUNDTO:
    return narrowed(a);
  case BRAID_OP_FTOSI:
  case BRAID_OP_FTOUI:
    return to_integer(a, width, op == BRAID_OP_FTOSI);
  case BRAID_OP_SITOF:
  case BRAID_OP_UITOF:
    return from_integer(a, width, op == BRAID_OP_SITOF);
  default:
    return integral(op, a);
  }
}

} // namespace braid::solver
