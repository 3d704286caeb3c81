/* The entry points of compiled code that make expressions: unpack the operation word, make terms of labels
 * and values, hand on to nodes.c and compose.c. */
#include "runtime/events.h"
#include "runtime/floats.h"
#include "runtime/lock.h"
#include "runtime/simplify.h"

static inline uint32_t operation(uint32_t word) { return word & 0xff; }
static inline uint32_t result_width(uint32_t word) { return word >> 8 & 0xfff; }
static inline uint32_t operand_width(uint32_t word) { return word >> 20; }

static inline braid_term term(braid_label label, uint32_t width, braid_value value) {
  return (braid_term){label, (uint16_t)width, value & braid_mask(width)};
}

static inline bool is_float(uint32_t op) { return op >= BRAID_OP_FADD && op <= BRAID_OP_UITOF; }

/* What such a function gives the model has seen; the engine computes it in the same way. */
static inline bool is_library_function(uint32_t op) { return op >= BRAID_OP_FSIN && op <= BRAID_OP_FNEXTAFTER; }

static inline bool is_shift(uint32_t op) {
  return op == BRAID_OP_SHL || op == BRAID_OP_LSHR || op == BRAID_OP_ASHR;
}

static braid_term make(uint32_t op, braid_term a, braid_term b, braid_term c, uint32_t width, braid_value result) {
  if (op >= BRAID_COMPOSITE_FIRST)
    return braid_compose(op, a, b, c, width, result);
  switch (op) {
  case BRAID_OP_ITE:
    return braid_choose(term(a.label, 1, a.value), b, c);
  case BRAID_OP_ZEXT:
  case BRAID_OP_SEXT:
    return braid_widen((uint8_t)op, a, width);
  case BRAID_OP_EXTRACT:
    return braid_cut(a, 0, width);
  case BRAID_OP_CTPOP:
  case BRAID_OP_CTLZ:
  case BRAID_OP_CTTZ:
  case BRAID_OP_BSWAP:
  case BRAID_OP_BITREVERSE:
    return braid_unary((uint8_t)op, a, width, result);
  default:
    return braid_binary((uint8_t)op, a, b, width, result);
  }
}

/* A floating-point node: one, two or three operands, none of them simplified. */
static braid_term make_float(uint32_t op, braid_term a, braid_term b, braid_term c, uint32_t width,
                             braid_value result) {
  static const uint8_t operands[BRAID_OP_COUNT] = {
#define BRAID_OP(name, text, operands, shape) operands,
#include "expr/ops.def"
#undef BRAID_OP
  };
  uint32_t count = operands[op];
  result &= braid_mask(width);
  braid_label label =
      braid_node_make((uint8_t)op, (uint16_t)width, braid_labelled(a), count > 1 ? braid_labelled(b) : 0,
                      count > 2 ? braid_labelled(c) : 0, (uint64_t)result);
  return (braid_term){label, (uint16_t)width, result};
}

BRAID_COLD braid_label __braid_node1(uint32_t word, braid_label la, uint64_t a, uint64_t result) {
  if (!la || !braid_enter())
    return 0;
  braid_term none = braid_constant(1, 0), operand = term(la, operand_width(word), a);
  return braid_leave_with(make(operation(word), operand, none, none, result_width(word), result).label);
}

/* Composites, mostly. */
static BRAID_ASIDE braid_label make_other(uint32_t word, braid_label la, braid_label lb, uint64_t a, uint64_t b,
                                          uint64_t result) {
  uint32_t width = operand_width(word);
  braid_term none = braid_constant(1, 0), first = term(la, width, a), second = term(lb, width, b);
  return make(operation(word), first, second, none, result_width(word), result).label;
}

BRAID_COLD braid_label __braid_node2(uint32_t word, braid_label la, braid_label lb, uint64_t a, uint64_t b,
                                     uint64_t result) {
  if (!(la | lb) || !braid_enter())
    return 0;
  uint8_t op = (uint8_t)operation(word);
  if (BRAID_UNLIKELY(op < BRAID_OP_ADD || op > BRAID_OP_SLE))
    return braid_leave_with(make_other(word, la, lb, a, b, result));
  return braid_leave_with(braid_quick_binary(op, result_width(word), operand_width(word), la, lb, a, b, result));
}

BRAID_COLD void __braid_branch_on(const braid_site_desc *site, uint32_t word, braid_label la, braid_label lb,
                                  uint64_t a, uint64_t b, uint32_t taken) {
  if (!(la | lb) || !braid_enter())
    return;
  uint8_t op = (uint8_t)operation(word);
  __builtin_assume(op >= BRAID_OP_EQ && op <= BRAID_OP_SLE);
  braid_label condition = braid_quick_binary(op, 1, operand_width(word), la, lb, a, b, taken & 1);
  if (__builtin_expect(condition != 0, 1))
    braid_event_quick(BRAID_EVENT_BRANCH, taken & 1, 0, site, condition, 0);
  braid_leave();
}

static void lose(const braid_site_desc *site, uint16_t reason, braid_term a, braid_term b, braid_term c) {
  const braid_label labels[] = {a.label, b.label, c.label};
  for (int i = 0; i < 3; i++)
    if (labels[i])
      braid_event_add(BRAID_EVENT_LOST, 0, reason, site, labels[i], 0);
}

/* A shift by the width or more has no meaning in C, and in a trace another one than in the machine, which takes
 * the low bits of the amount. So it is decided which of them it is. */
static braid_label shifted(const braid_site_desc *site, uint8_t op, braid_term a, braid_term b, bool is_lane,
                           uint32_t width, braid_value result) {
  bool fits = b.value < width;
  if (b.label && braid_most(b.label, 16) >= width) {
    braid_term condition = braid_binary(BRAID_OP_ULT, b, braid_constant(b.width, width), 1, fits);
    if (condition.label)
      braid_event_add(BRAID_EVENT_BRANCH, fits, 0, site, condition.label, 0);
  }
  if (fits)
    return braid_binary(op, a, b, width, result).label;
  if (!is_lane && (width == 32 || width == 64)) {
    braid_term amount =
        braid_binary(BRAID_OP_AND, b, braid_constant(width, width - 1), width, b.value & (width - 1));
    uint64_t from = (uint64_t)a.value, by = (uint64_t)amount.value, sign = from >> (width - 1) & 1;
    uint64_t expected = op == BRAID_OP_SHL ? from << by : from >> by;
    if (op == BRAID_OP_ASHR && sign)
      expected |= ~((uint64_t)braid_mask(width) >> by);
    if ((expected & braid_mask(width)) == result)
      return braid_binary(op, a, amount, width, result).label;
  }
  lose(site, BRAID_LOST_OPERATION, a, b, braid_constant(1, 0));
  return 0;
}

static braid_term calculated(uint8_t op, braid_term a, braid_term b, uint32_t width) {
  uint64_t result = 0;
  braid_float_calculate(op, a, b, b, width, &result);
  return make_float(op, a, b, b, width, result);
}

/* The instructions convert to signed numbers of 32 and 64 bits; the others are made of them. So this is right also
 * for numbers that do not fit, which C leaves undefined. */
static braid_term to_integer(bool is_signed, braid_term number, uint32_t width) {
  braid_term none = braid_constant(1, 0);
  uint32_t wide = width < 32 || (is_signed && width == 32) ? 32 : 64;
  braid_term small = calculated(BRAID_OP_FTOSI, number, none, wide);
  if (is_signed || width < 64)
    return width < wide ? braid_cut(small, 0, width) : small;
  braid_term bound =
      braid_constant(number.width, number.width == 32 ? 0x5f000000u : 0x43e0000000000000u); /* 2^63 */
  braid_term top = braid_constant(64, 1ull << 63);
  braid_term large = calculated(BRAID_OP_FTOSI, calculated(BRAID_OP_FSUB, number, bound, number.width), none, 64);
  large = braid_binary(BRAID_OP_OR, large, top, 64, large.value | top.value);
  return braid_choose(calculated(BRAID_OP_FLT, number, bound, 1), small, large);
}

static braid_term number_of(double x, uint32_t width) {
  return braid_constant(width,
                        width == 32 ? __builtin_bit_cast(uint32_t, (float)x) : __builtin_bit_cast(uint64_t, x));
}

/* Whether the number, its fraction cut off, is one of the integers of this width. */
static braid_term fits_integer(bool is_signed, braid_term number, uint32_t width) {
  double end = __builtin_ldexp(1.0, (int)(is_signed ? width - 1 : width)), first = is_signed ? -end : 0.0;
  bool has_one_less = !is_signed || width <= (number.width == 32 ? 24 : 53);
  braid_term low = has_one_less ? calculated(BRAID_OP_FLT, number_of(first - 1, number.width), number, 1)
                                : calculated(BRAID_OP_FLE, number_of(first, number.width), number, 1);
  braid_term high = calculated(BRAID_OP_FLT, number, number_of(end, number.width), 1);
  return braid_binary(BRAID_OP_AND, low, high, 1, low.value & high.value);
}

static braid_label converted(const braid_site_desc *site, uint8_t op, braid_term number, uint32_t beyond,
                             uint32_t width, braid_value result) {
  bool is_signed = op == BRAID_OP_FTOSI;
  braid_term none = braid_constant(1, 0);
  if (beyond != BRAID_BEYOND_KNOWN) {
    braid_term fits = fits_integer(is_signed, number, width);
    if (fits.label)
      braid_event_add(BRAID_EVENT_BRANCH, fits.value != 0, 0, site, fits.label, 0);
    if (!fits.value) {
      if (beyond != BRAID_BEYOND_ONES || result != braid_mask(width))
        lose(site, BRAID_LOST_CONVERSION, number, none, none);
      return 0;
    }
  }
  braid_term integer = to_integer(is_signed, number, width);
  if (integer.value == result && braid_float_is_usual(op))
    return integer.label;
  lose(site, BRAID_LOST_CONVERSION, number, none, none);
  return 0;
}

/* Common to values of up to 64 and of up to 128 bits. */
static braid_label checked(const braid_site_desc *site, uint32_t word, braid_term a, braid_term b, braid_term c,
                           braid_value result) {
  uint32_t op = operation(word), width = result_width(word);
  result &= braid_mask(width);
  if (is_shift(op))
    return shifted(site, (uint8_t)op, a, b, c.value != 0, width, result);
  if (op == BRAID_OP_EXTRACT)
    return braid_cut(a, (uint32_t)b.value, width).label;
  if (is_library_function(op))
    return make_float(op, a, b, c, width, result).label;
  if (!is_float(op))
    return make(op, a, b, c, width, result).label;
  if (op == BRAID_OP_FTOSI || op == BRAID_OP_FTOUI)
    return converted(site, (uint8_t)op, a, (uint32_t)b.value, width, result);
  uint64_t expected;
  if (!braid_float_is_usual((uint8_t)op) || !braid_float_calculate((uint8_t)op, a, b, c, width, &expected) ||
      !braid_float_same(expected, (uint64_t)result, width)) {
    lose(site, BRAID_LOST_ROUNDING, a, b, c);
    return 0;
  }
  return make_float(op, a, b, c, width, result).label;
}

BRAID_COLD braid_label __braid_checked(const braid_site_desc *site, uint32_t word, braid_label la, braid_label lb,
                                       braid_label lc, const uint64_t *values) {
  if (!(la | lb | lc) || !braid_enter())
    return 0;
  uint32_t width = operand_width(word);
  return braid_leave_with(checked(site, word, term(la, width, values[0]), term(lb, width, values[1]),
                                  term(lc, width, values[2]), values[3]));
}

BRAID_COLD braid_label __braid_wide(const braid_site_desc *site, uint32_t word, braid_label la, braid_label lb,
                                    braid_label lc, const uint64_t *values) {
  if (!(la | lb | lc) || !braid_enter())
    return 0;
  uint32_t width = operand_width(word);
  braid_value numbers[4];
  for (int i = 0; i < 4; i++)
    numbers[i] = (braid_value)values[2 * i + 1] << 64 | values[2 * i];
  return braid_leave_with(checked(site, word, term(la, width, numbers[0]), term(lb, width, numbers[1]),
                                  term(lc, width, numbers[2]), numbers[3]));
}

BRAID_COLD braid_label __braid_choose(braid_label lcondition, braid_label la, braid_label lb, uint32_t width,
                                      uint32_t condition, uint64_t a, uint64_t b) {
  if (!(lcondition | la | lb) || !braid_enter())
    return 0;
  return braid_leave_with(
      braid_choose(term(lcondition, 1, condition), term(la, width, a), term(lb, width, b)).label);
}

BRAID_COLD braid_label __braid_extract(braid_label la, uint32_t low, uint32_t width) {
  if (!la || !braid_enter())
    return 0;
  const braid_node *node = &__braid_state->nodes[la];
  return braid_leave_with(braid_cut(term(la, node->width, node->value), low, width).label);
}

BRAID_COLD braid_label __braid_fit(const braid_site_desc *site, braid_label label, uint32_t width,
                                   uint64_t value) {
  if (!label || __braid_state->nodes[label].width == width || !braid_enter())
    return label;
  const braid_node *node = &__braid_state->nodes[label];
  if (node->width > 64 || width > 64) {
    braid_event_quick(BRAID_EVENT_LOST, 0, BRAID_LOST_DECLARATION, site, label, 0);
    return braid_leave_with(0);
  }
  braid_term from = term(label, node->width, node->value), fitted;
  if (node->width > width)
    fitted = braid_cut(from, 0, width);
  else
    fitted = braid_widen(value == from.value ? BRAID_OP_ZEXT : BRAID_OP_SEXT, from, width);
  if (fitted.value != (value & braid_mask(width))) { /* the rest of the register is what somebody left there */
    braid_event_quick(BRAID_EVENT_LOST, 0, BRAID_LOST_DECLARATION, site, label, 0);
    fitted.label = 0;
  }
  return braid_leave_with(fitted.label);
}

BRAID_COLD braid_label __braid_step(braid_label lbase, braid_label lindex, uint32_t index_width, uint64_t base,
                                    uint64_t index, uint64_t scale) {
  if (!(lbase | lindex) || !braid_enter())
    return 0;
  braid_term offset = term(lindex, index_width, index);
  if (index_width < 64)
    offset = braid_widen(BRAID_OP_SEXT, offset, 64);
  else if (index_width > 64)
    offset = braid_cut(offset, 0, 64);
  offset = braid_binary(BRAID_OP_MUL, offset, braid_constant(64, scale), 64, index * scale);
  return braid_leave_with(
      braid_binary(BRAID_OP_ADD, term(lbase, 64, base), offset, 64, base + index * scale).label);
}
