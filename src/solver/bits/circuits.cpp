#include "solver/bits/circuits.h"

#include <algorithm>

namespace braid::solver {

namespace {

bool is_constant(Bits a) { return std::all_of(a.begin(), a.end(), is_fixed); }

size_t unknown_bits(Bits a) {
  return size_t(std::count_if(a.begin(), a.end(), [](Bit bit) { return bit != NEVER; }));
}

} // namespace

Word Circuits::inputs(size_t width, uint32_t definition) {
  Word word(width);
  for (Bit &bit : word)
    bit = gates_.input(definition);
  return word;
}

Word Circuits::sum(Bits a, Bits b, Bit carry) {
  Word word(a.size());
  for (size_t i = 0; i < a.size(); i++) {
    word[i] = gates_.exclusion(gates_.exclusion(a[i], b[i]), carry);
    if (i + 1 < a.size())
      carry = gates_.majority(a[i], b[i], carry);
  }
  return word;
}

Word Circuits::difference(Bits a, Bits b) {
  Word inverted(b.begin(), b.end());
  for (Bit &bit : inverted)
    bit = inverse(bit);
  return sum(a, inverted, ALWAYS);
}

Word Circuits::negative(Bits a) { return difference(Word(a.size(), NEVER), a); }

Word Circuits::choice(Bit condition, Bits yes, Bits no) {
  Word word(yes.size());
  for (size_t i = 0; i < yes.size(); i++)
    word[i] = gates_.choice(condition, yes[i], no[i]);
  return word;
}

Bit Circuits::any(Bits a) {
  Bit found = NEVER;
  for (const Bit bit : a)
    found = gates_.disjunction(found, bit);
  return found;
}

Bit Circuits::equal(Bits a, Bits b) {
  Bit all = ALWAYS;
  for (size_t i = 0; i < a.size(); i++)
    all = gates_.conjunction(all, gates_.equality(a[i], b[i]));
  return all;
}

// From the lowest bit on: a is below b if its bit is, or if the bits are equal and the rest is below.
Bit Circuits::less(Bits a, Bits b, bool or_equal) {
  Bit below = or_equal ? ALWAYS : NEVER;
  for (size_t i = 0; i < a.size(); i++)
    below = gates_.majority(inverse(a[i]), b[i], below);
  return below;
}

Bit Circuits::signed_less(Bits a, Bits b, bool or_equal) {
  Word left(a.begin(), a.end()), right(b.begin(), b.end());
  left.back() = inverse(left.back()); // makes the order unsigned
  right.back() = inverse(right.back());
  return less(left, right, or_equal);
}

// One row for each digit 1 or -1 of the constant written with as few such digits as there can be: no two
// neighbours are both other than 0.
Word Circuits::constant_product(Bits a, Bits constant) {
  const size_t width = a.size();
  Word total(width, NEVER);
  bool carry = false;
  for (size_t i = 0; i < width; i++) {
    const bool digit = (constant[i] == ALWAYS) != carry;
    const bool next = i + 1 < width && constant[i + 1] == ALWAYS;
    if (!digit) {
      carry = carry && constant[i] == ALWAYS;
      continue;
    }
    const Bits row = a.first(width - i);
    const Bits high = Bits(total).subspan(i);
    const Word added = next ? difference(high, row) : sum(high, row);
    std::copy(added.begin(), added.end(), total.begin() + ptrdiff_t(i));
    carry = next;
  }
  return total;
}

// Products of two different bits occur twice in a square, which is once and one place higher: half of the rows.
Word Circuits::square(Bits a) {
  const size_t width = a.size();
  Word total(width, NEVER);
  for (size_t i = 0; 2 * i < width; i++) {
    Word row(width - 2 * i, NEVER);
    row[0] = a[i];
    for (size_t j = i + 1; i + j + 1 < width; j++)
      row[j - i + 1] = gates_.conjunction(a[i], a[j]);
    const Word added = sum(Bits(total).subspan(2 * i), row);
    std::copy(added.begin(), added.end(), total.begin() + ptrdiff_t(2 * i));
  }
  return total;
}

Word Circuits::product(Bits a, Bits b) {
  if (is_constant(a))
    std::swap(a, b);
  if (is_constant(b))
    return constant_product(a, b);
  if (std::equal(a.begin(), a.end(), b.begin()))
    return square(a);
  // One row for each bit of the operand that has fewer.
  if (unknown_bits(a) < unknown_bits(b))
    std::swap(a, b);
  const size_t width = a.size();
  Word total(width, NEVER);
  for (size_t i = 0; i < width; i++) {
    if (b[i] == NEVER)
      continue;
    Word row(width - i);
    for (size_t j = 0; j < row.size(); j++)
      row[j] = gates_.conjunction(a[j], b[i]);
    const Word added = sum(Bits(total).subspan(i), row);
    std::copy(added.begin(), added.end(), total.begin() + ptrdiff_t(i));
  }
  return total;
}

namespace {

size_t bits_in_use(Bits a) {
  size_t bits = a.size();
  while (bits > 1 && a[bits - 1] == NEVER)
    bits--;
  return bits;
}

} // namespace

// Division on paper: from the highest bit on, the divisor is taken off the rest where it fits.
Circuits::Division Circuits::long_division(Bits a, Bits b) {
  const size_t width = a.size(), bits_b = bits_in_use(b);
  Division result{Word(width, NEVER), Word(width, NEVER)};
  Word rest(bits_b + 1, NEVER), divisor(b.begin(), b.begin() + ptrdiff_t(bits_b));
  divisor.push_back(NEVER);
  for (size_t i = bits_in_use(a); i != 0; i--) {
    rest.insert(rest.begin(), a[i - 1]);
    rest.pop_back();
    const Bit fits = less(divisor, rest, true);
    result.quotient[i - 1] = fits;
    rest = choice(fits, difference(rest, divisor), rest);
  }
  std::copy_n(rest.begin(), bits_b, result.remainder.begin());
  return result;
}

// By a constant other than 0. Stated twice: division on paper lets values through from the dividend to the
// results, a = quotient * b + remainder from the results to the dividend. Measured on recorded queries, either
// alone is up to ten times slower than the other on some of them, and both together are nearly as fast as the
// better one on all.
Circuits::Division Circuits::constant_division(Bits a, Bits b) {
  const Division computed = long_division(a, b);
  const uint32_t definition = gates_.begin_definition();
  Division result = computed;
  for (Word *word : {&result.quotient, &result.remainder})
    for (Bit &bit : *word)
      if (!is_fixed(bit))
        bit = gates_.input(definition);
  // With one more bit nothing is lost: quotient and remainder are those of a.
  const auto wider = [](Bits word) {
    Word copy(word.begin(), word.end());
    copy.push_back(NEVER);
    return copy;
  };
  const Word total = sum(product(wider(result.quotient), wider(b)), wider(result.remainder));
  Bit condition = equal(total, wider(a));
  condition = gates_.conjunction(condition, equal(result.quotient, computed.quotient));
  condition = gates_.conjunction(condition, equal(result.remainder, computed.remainder));
  gates_.end_definition(definition, condition);
  return result;
}

// By something unknown division on paper is enough: saying it as a product too made queries slower.
Circuits::Division Circuits::division(Bits a, Bits b) {
  if (is_constant(b) && unknown_bits(b) != 0)
    return constant_division(a, b);
  Division result = long_division(a, b);
  // x / 0 is all ones, and x % 0 is x
  const Bit divides = any(b);
  result.quotient = choice(divides, result.quotient, Word(a.size(), ALWAYS));
  result.remainder = choice(divides, result.remainder, a);
  return result;
}

// One stage for each bit of the amount that matters; any higher bit moves everything out.
Word Circuits::shifted(Bits a, Bits amount, bool left, Bit fill) {
  const size_t width = a.size();
  Word word(a.begin(), a.end());
  size_t stage = 0;
  for (; stage < amount.size() && size_t(1) << stage < width; stage++) {
    const size_t distance = size_t(1) << stage;
    if (amount[stage] == NEVER)
      continue;
    Word moved(width, fill);
    for (size_t i = 0; i + distance < width; i++)
      moved[left ? i + distance : i] = word[left ? i : i + distance];
    word = choice(amount[stage], moved, word);
  }
  const Bit out = any(amount.subspan(stage));
  return choice(out, Word(width, fill), word);
}

Word Circuits::ones_counted(Bits a) {
  const size_t width = a.size();
  // Counts of single bits, added in pairs.
  std::vector<Word> counts;
  for (const Bit bit : a)
    counts.push_back({bit});
  while (counts.size() > 1) {
    std::vector<Word> sums;
    for (size_t i = 0; i + 1 < counts.size(); i += 2) {
      Word left = counts[i], right = counts[i + 1];
      const size_t longer = std::max(left.size(), right.size()) + 1;
      left.resize(longer, NEVER);
      right.resize(longer, NEVER);
      sums.push_back(sum(left, right));
    }
    if (counts.size() % 2 != 0)
      sums.push_back(counts.back());
    counts = std::move(sums);
  }
  counts[0].resize(width, NEVER);
  return counts[0];
}

// The position of the first one, from the end where counting begins; the width if there is none.
Word Circuits::zeros_counted(Bits a, bool from_top) {
  const size_t width = a.size();
  const auto number = [&](size_t value) {
    Word word(width, NEVER);
    for (size_t i = 0; i < width && i < 64; i++)
      word[i] = (value >> i & 1) != 0 ? ALWAYS : NEVER;
    return word;
  };
  Word count = number(width);
  for (size_t i = width; i != 0; i--)
    count = choice(a[from_top ? width - i : i - 1], number(i - 1), count);
  return count;
}

} // namespace braid::solver
