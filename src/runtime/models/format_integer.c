/* Whole numbers in formatted text.
 *
 * Decided are the sign, where there is one, and the number of digits, by comparison with powers of the base; then
 * each digit is an expression of the number, and none of them is decided. Zeros in front, which a precision or the
 * flag 0 asks for, are digits like others: where there are enough of them, their number is not asked for. */
#include "runtime/models/format.h"
#include "runtime/models/locale.h"

BRAID_MODEL_FILE;

typedef struct number {
  uint64_t magnitude;
  uint64_t largest; /* that the magnitude can be, for its type */
  unsigned base;
  char sign;       /* 0: none */
  unsigned prefix; /* characters of 0x or 0b */
} number;

static unsigned base_of(char kind) {
  switch (kind) {
  case 'o':
    return 8;
  case 'x':
  case 'X':
  case 'p':
    return 16;
  case 'b':
  case 'B':
    return 2;
  default:
    return 10;
  }
}

/* The number of digits, at least `first` and `least`: so many that the number is below base^(digits - spare). */
static size_t count_digits(const number *number, size_t first, int least, unsigned spare) {
  size_t count = first;
  uint64_t power = 1; /* base^(count - spare) */
  bool fits = false;  /* whatever the number is */
  count += format_missing(count, least);
  for (size_t i = spare; i < count && !fits; i++)
    fits = __builtin_mul_overflow(power, number->base, &power) || power > number->largest;
  while (!fits && number->magnitude >= power) {
    count++;
    fits = __builtin_mul_overflow(power, number->base, &power) || power > number->largest;
  }
  return count;
}

static char character_of(unsigned digit, unsigned base, bool capitals) {
  if (base <= 10)
    return (char)('0' + digit);
  return (char)('0' + digit + (unsigned)braid_when(digit > 9, (capitals ? 'A' : 'a') - 10 - '0'));
}

static void write_digits(format_output *out, const number *number, size_t count, bool capitals) {
  if (!braid_value_symbolic(number->magnitude)) {
    format_constant(out, count);
    return;
  }
  uint64_t powers[64];
  size_t known = 0;
  for (uint64_t power = 1; known < count;) {
    powers[known++] = power;
    if (__builtin_mul_overflow(power, number->base, &power))
      break;
  }
  format_constant(out, count - known);
  for (size_t i = known; i-- > 0;) {
    uint64_t digit = i > 0 ? number->magnitude / powers[i] : number->magnitude;
    /* Of the first digit there is nothing to cut off, but with the remainder it is known to be below the base. */
    digit %= number->base;
    format_computed(out, character_of((unsigned)digit, number->base, capitals));
  }
}

/* Sets the sign and the magnitude. */
static void decide_sign(number *number, const format_conversion *conversion, uint64_t value) {
  bool is_signed = conversion->kind == 'd' || conversion->kind == 'i';
  bool is_long = conversion->size == FORMAT_LONG || conversion->size == FORMAT_LONG_DOUBLE;
  number->magnitude = value;
  number->largest = is_long || conversion->kind == 'p' ? UINT64_MAX : UINT32_MAX;
  number->sign = 0;
  if (!is_signed && conversion->kind != 'p')
    return;
  number->sign = conversion->plus ? '+' : conversion->space ? ' ' : 0;
  if (is_signed && (int64_t)value < 0) {
    number->sign = '-';
    /* As narrow as the type is: easier for solvers. */
    number->magnitude = is_long ? 0 - value : 0 - (uint32_t)value;
  }
}

static void pad_constant(format_output *out, const format_conversion *conversion, size_t length) {
  format_constant(out, length + format_missing(length, conversion->width));
}

void format_integer(format_output *out, const format_conversion *conversion, uint64_t value) {
  number number = {.base = base_of(conversion->kind)};
  bool pointer = conversion->kind == 'p', capitals = conversion->kind == 'X';
  if (pointer && value == 0) {
    pad_constant(out, conversion, sizeof "(nil)" - 1);
    return;
  }
  decide_sign(&number, conversion, value);
  bool named = (number.base == 16 || number.base == 2) && (conversion->alternative || pointer);
  if (named && (pointer || number.magnitude != 0))
    number.prefix = 2;
  size_t before = (number.sign != 0) + number.prefix;
  unsigned spare = number.base == 8 && conversion->alternative ? 1 : 0; /* # of octal: the first digit is 0 */
  size_t digits;
  if (conversion->has_precision)
    digits = count_digits(&number, spare, conversion->precision, spare);
  else if (conversion->zero && !conversion->left)
    digits = count_digits(&number, 1, conversion->width - (int)before, spare);
  else
    digits = count_digits(&number, 1, 0, spare);
  if (!braid_value_symbolic(number.magnitude)) {
    pad_constant(out, conversion, before + digits);
    return;
  }
  size_t padding = format_missing(before + digits, conversion->width);
  if (!conversion->left)
    format_constant(out, padding);
  format_constant(out, before);
  write_digits(out, &number, digits, capitals);
  if (conversion->left)
    format_constant(out, padding);
}
