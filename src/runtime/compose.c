/* Operations that compiled code has in one instruction and a trace in several nodes: minimum, saturation,
 * overflow flags, funnel shifts, the floating-point comparisons beyond the basic four. Built from terms, so
 * that constant parts fold away. */
#include "runtime/nodes.h"

static braid_value sign_extended(braid_term a) {
  return a.value >> (a.width - 1) & 1 ? a.value | ~braid_mask(a.width) : a.value;
}

/* What the integer operation gives; only those that this file builds with. */
static braid_value calculate(uint8_t op, braid_term a, braid_term b) {
  __int128 left = (__int128)sign_extended(a), right = (__int128)sign_extended(b);
  switch (op) {
  case BRAID_OP_ADD:
    return a.value + b.value;
  case BRAID_OP_SUB:
    return a.value - b.value;
  case BRAID_OP_MUL:
    return a.value * b.value;
  case BRAID_OP_UREM:
    return a.value % b.value;
  case BRAID_OP_AND:
    return a.value & b.value;
  case BRAID_OP_OR:
    return a.value | b.value;
  case BRAID_OP_XOR:
    return a.value ^ b.value;
  case BRAID_OP_SHL:
    return b.value >= a.width ? 0 : a.value << b.value;
  case BRAID_OP_LSHR:
    return b.value >= a.width ? 0 : a.value >> b.value;
  case BRAID_OP_ASHR:
    return (braid_value)(left >> (b.value >= a.width ? a.width - 1 : (uint32_t)b.value));
  case BRAID_OP_EQ:
    return a.value == b.value;
  case BRAID_OP_NE:
    return a.value != b.value;
  case BRAID_OP_ULT:
    return a.value < b.value;
  case BRAID_OP_SLT:
    return left < right;
  default:
    __builtin_unreachable();
  }
}

static braid_term apply(uint8_t op, braid_term a, braid_term b) {
  uint32_t width = op >= BRAID_OP_EQ && op <= BRAID_OP_SLE ? 1 : a.width;
  return braid_binary(op, a, b, width, calculate(op, a, b) & braid_mask(width));
}

static braid_term negated(braid_term flag) { return apply(BRAID_OP_XOR, flag, braid_constant(1, 1)); }

static braid_term is_negative(braid_term a) { return apply(BRAID_OP_SLT, a, braid_constant(a.width, 0)); }

static braid_term sign_bit(uint32_t width) { return braid_constant(width, (braid_value)1 << (width - 1)); }

static braid_term signed_overflow(braid_term a, braid_term b, braid_term sum, bool subtract) {
  /* a + b overflows if the sum's sign differs from both; a - b if the signs of a and b differ and the
   * difference's sign is not a's. */
  braid_term first = apply(BRAID_OP_XOR, a, sum);
  braid_term second = subtract ? apply(BRAID_OP_XOR, a, b) : apply(BRAID_OP_XOR, b, sum);
  return is_negative(apply(BRAID_OP_AND, first, second));
}

static braid_term saturated(braid_term a, braid_term overflow, braid_term plain) {
  braid_term least = sign_bit(a.width), most = braid_constant(a.width, braid_mask(a.width) >> 1);
  return braid_choose(overflow, braid_choose(is_negative(a), least, most), plain);
}

static braid_term product_overflow(braid_term a, braid_term b, bool is_signed) {
  uint8_t op = is_signed ? BRAID_OP_SEXT : BRAID_OP_ZEXT;
  uint32_t width = a.width;
  braid_term product = apply(BRAID_OP_MUL, braid_widen(op, a, 2 * width), braid_widen(op, b, 2 * width));
  return apply(BRAID_OP_NE, product, braid_widen(op, braid_cut(product, 0, width), 2 * width));
}

static braid_term funnel_shift(braid_term a, braid_term b, braid_term amount, bool left) {
  uint32_t width = a.width;
  braid_term shift = apply(BRAID_OP_UREM, amount, braid_constant(width, width));
  if (!shift.label) {
    uint32_t high = left ? (uint32_t)shift.value : width - (uint32_t)shift.value; /* bits that leave a */
    if (high == 0)
      return a;
    if (high == width)
      return b;
    return braid_join(braid_cut(a, 0, width - high), braid_cut(b, width - high, high));
  }
  braid_term both = braid_join(a, b), wide = braid_widen(BRAID_OP_ZEXT, shift, 2 * width);
  return left ? braid_cut(apply(BRAID_OP_SHL, both, wide), width, width)
              : braid_cut(apply(BRAID_OP_LSHR, both, wide), 0, width);
}

static double number(braid_term a) {
  if (a.width == 32)
    return __builtin_bit_cast(float, (uint32_t)a.value);
  return __builtin_bit_cast(double, (uint64_t)a.value);
}

static braid_term compare_numbers(uint8_t op, braid_term a, braid_term b) {
  double x = number(a), y = number(b);
  bool result = op == BRAID_OP_FEQ   ? x == y
                : op == BRAID_OP_FLT ? x < y
                : op == BRAID_OP_FLE ? x <= y
                                     : __builtin_isunordered(x, y);
  return braid_binary(op, a, b, 1, result);
}

/* The classes of llvm.is.fpclass, by the bits of the number. */
static braid_term in_class(braid_term a, uint32_t mask) {
  uint32_t fraction_bits = a.width == 32 ? 23 : 52, exponent_bits = a.width == 32 ? 8 : 11;
  braid_term fraction = braid_cut(a, 0, fraction_bits), exponent = braid_cut(a, fraction_bits, exponent_bits);
  braid_term negative = braid_cut(a, a.width - 1, 1), positive = negated(negative);
  braid_term quiet = braid_cut(a, fraction_bits - 1, 1);
  braid_term no_fraction = apply(BRAID_OP_EQ, fraction, braid_constant(fraction_bits, 0));
  braid_term no_exponent = apply(BRAID_OP_EQ, exponent, braid_constant(exponent_bits, 0));
  braid_term full_exponent =
      apply(BRAID_OP_EQ, exponent, braid_constant(exponent_bits, braid_mask(exponent_bits)));
  braid_term nan = apply(BRAID_OP_AND, full_exponent, negated(no_fraction));
  braid_term infinite = apply(BRAID_OP_AND, full_exponent, no_fraction);
  braid_term zero = apply(BRAID_OP_AND, no_exponent, no_fraction);
  braid_term subnormal = apply(BRAID_OP_AND, no_exponent, negated(no_fraction));
  braid_term normal = negated(apply(BRAID_OP_OR, no_exponent, full_exponent));
  const struct {
    braid_term magnitude, side;
  } classes[10] = {{nan, negated(quiet)}, {nan, quiet},        {infinite, negative}, {normal, negative},
                   {subnormal, negative}, {zero, negative},    {zero, positive},     {subnormal, positive},
                   {normal, positive},    {infinite, positive}};
  braid_term any = braid_constant(1, 0);
  for (uint32_t i = 0; i < 10; i++)
    if (mask >> i & 1)
      any = apply(BRAID_OP_OR, any, apply(BRAID_OP_AND, classes[i].magnitude, classes[i].side));
  return any;
}

braid_term braid_compose(uint32_t composite, braid_term a, braid_term b, braid_term c, uint32_t width,
                         braid_value result) {
  switch (composite) {
  case BRAID_COMPOSITE_UMIN:
    return braid_choose(apply(BRAID_OP_ULT, a, b), a, b);
  case BRAID_COMPOSITE_UMAX:
    return braid_choose(apply(BRAID_OP_ULT, a, b), b, a);
  case BRAID_COMPOSITE_SMIN:
    return braid_choose(apply(BRAID_OP_SLT, a, b), a, b);
  case BRAID_COMPOSITE_SMAX:
    return braid_choose(apply(BRAID_OP_SLT, a, b), b, a);
  case BRAID_COMPOSITE_ABS:
    return braid_choose(is_negative(a), apply(BRAID_OP_SUB, braid_constant(width, 0), a), a);
  case BRAID_COMPOSITE_UADD_SAT: {
    braid_term sum = apply(BRAID_OP_ADD, a, b);
    return braid_choose(apply(BRAID_OP_ULT, sum, a), braid_constant(width, braid_mask(width)), sum);
  }
  case BRAID_COMPOSITE_USUB_SAT:
    return braid_choose(apply(BRAID_OP_ULT, a, b), braid_constant(width, 0), apply(BRAID_OP_SUB, a, b));
  case BRAID_COMPOSITE_SADD_SAT: {
    braid_term sum = apply(BRAID_OP_ADD, a, b);
    return saturated(a, signed_overflow(a, b, sum, false), sum);
  }
  case BRAID_COMPOSITE_SSUB_SAT: {
    braid_term difference = apply(BRAID_OP_SUB, a, b);
    return saturated(a, signed_overflow(a, b, difference, true), difference);
  }
  case BRAID_COMPOSITE_USHL_SAT: {
    braid_term shifted = apply(BRAID_OP_SHL, a, b);
    braid_term overflow = apply(BRAID_OP_NE, apply(BRAID_OP_LSHR, shifted, b), a);
    return braid_choose(overflow, braid_constant(width, braid_mask(width)), shifted);
  }
  case BRAID_COMPOSITE_SSHL_SAT: {
    braid_term shifted = apply(BRAID_OP_SHL, a, b);
    return saturated(a, apply(BRAID_OP_NE, apply(BRAID_OP_ASHR, shifted, b), a), shifted);
  }
  case BRAID_COMPOSITE_UADD_OVERFLOW:
    return apply(BRAID_OP_ULT, apply(BRAID_OP_ADD, a, b), a);
  case BRAID_COMPOSITE_SADD_OVERFLOW:
    return signed_overflow(a, b, apply(BRAID_OP_ADD, a, b), false);
  case BRAID_COMPOSITE_USUB_OVERFLOW:
    return apply(BRAID_OP_ULT, a, b);
  case BRAID_COMPOSITE_SSUB_OVERFLOW:
    return signed_overflow(a, b, apply(BRAID_OP_SUB, a, b), true);
  case BRAID_COMPOSITE_UMUL_OVERFLOW:
    return product_overflow(a, b, false);
  case BRAID_COMPOSITE_SMUL_OVERFLOW:
    return product_overflow(a, b, true);
  case BRAID_COMPOSITE_UCMP:
  case BRAID_COMPOSITE_SCMP: {
    braid_term less = apply(composite == BRAID_COMPOSITE_UCMP ? BRAID_OP_ULT : BRAID_OP_SLT, a, b);
    braid_term rest = braid_widen(BRAID_OP_ZEXT, apply(BRAID_OP_NE, a, b), width);
    return braid_choose(less, braid_constant(width, braid_mask(width)), rest);
  }
  case BRAID_COMPOSITE_FSHL:
    return funnel_shift(a, b, c, true);
  case BRAID_COMPOSITE_FSHR:
    return funnel_shift(a, b, c, false);
  case BRAID_COMPOSITE_FNEG:
    return apply(BRAID_OP_XOR, a, sign_bit(width));
  case BRAID_COMPOSITE_FABS:
    return apply(BRAID_OP_AND, a, braid_constant(width, braid_mask(width) >> 1));
  case BRAID_COMPOSITE_FCOPYSIGN:
    return apply(BRAID_OP_OR, apply(BRAID_OP_AND, a, braid_constant(width, braid_mask(width) >> 1)),
                 apply(BRAID_OP_AND, b, sign_bit(width)));
  case BRAID_COMPOSITE_FORDERED:
    return negated(compare_numbers(BRAID_OP_FUNORDERED, a, b));
  case BRAID_COMPOSITE_FONE:
    return apply(BRAID_OP_OR, compare_numbers(BRAID_OP_FLT, a, b), compare_numbers(BRAID_OP_FLT, b, a));
  case BRAID_COMPOSITE_FUEQ:
    return apply(BRAID_OP_OR, compare_numbers(BRAID_OP_FUNORDERED, a, b), compare_numbers(BRAID_OP_FEQ, a, b));
  case BRAID_COMPOSITE_FULT:
    return negated(compare_numbers(BRAID_OP_FLE, b, a));
  case BRAID_COMPOSITE_FULE:
    return negated(compare_numbers(BRAID_OP_FLT, b, a));
  case BRAID_COMPOSITE_FUNE:
    return negated(compare_numbers(BRAID_OP_FEQ, a, b));
  case BRAID_COMPOSITE_FCLASS:
    return in_class(a, (uint32_t)b.value);
  default:
    return braid_constant(width, result);
  }
}
