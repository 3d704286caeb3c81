// Models of the functions with which libstdc++ makes a hash of bytes (std::hash of text, of floating-point
// numbers ...). A hash of input is an expression over it, computed here a second time the way the library does
// it: Austin Appleby's MurmurHash64A, with another seed and the last bytes taken in one step. Should a version of
// the library do it in another way, its result stands and the symbol is lost.
#include "runtime/model.h"
#include "runtime/models/decide.h"

#include <bits/hash_bytes.h>

namespace {

constexpr uint64_t FACTOR = 0xc6a4a7935bd1e995;

// The first `count` bytes, least significant first.
uint64_t word(const unsigned char *bytes, size_t count) {
  uint64_t result = 0;
  for (size_t i = 0; i < count; i++)
    result |= static_cast<uint64_t>(bytes[i]) << 8 * i;
  return result;
}

uint64_t mix(uint64_t value) { return value ^ value >> 47; }

uint64_t murmur(const unsigned char *bytes, size_t count, uint64_t seed) {
  uint64_t hash = seed ^ count * FACTOR;
  for (; count >= 8; bytes += 8, count -= 8)
    hash = (hash ^ mix(word(bytes, 8) * FACTOR) * FACTOR) * FACTOR;
  if (count)
    hash = (hash ^ word(bytes, count)) * FACTOR;
  return mix(mix(hash) * FACTOR);
}

uint64_t fowler(const unsigned char *bytes, size_t count, uint64_t hash) {
  for (size_t i = 0; i < count; i++)
    hash = (hash ^ bytes[i]) * 0x100000001b3;
  return hash;
}

size_t follow(const void *memory, size_t count, size_t seed, size_t (*real)(const void *, size_t, size_t),
              uint64_t (*again)(const unsigned char *, size_t, uint64_t)) {
  count = braid_concrete_length(count, false);
  if (!braid_any_symbolic(memory, count) && !braid_value_symbolic(seed))
    return real(memory, count, seed);
  size_t expected = real(memory, count, BRAID_PLAIN(size_t, seed));
  uint64_t hash = again(static_cast<const unsigned char *>(memory), count, seed);
  if (BRAID_PLAIN(uint64_t, hash) == expected)
    return hash;
  braid_concrete(hash, BRAID_LOST_MODEL);
  return expected;
}

} // namespace

extern "C" {

BRAID_MODEL_FILE;

BRAID_MODEL(size_t, _ZSt11_Hash_bytesPKvmm, (const void *memory, size_t count, size_t seed)) {
  return follow(memory, count, seed, std::_Hash_bytes, murmur);
}

// Fowler, Noll and Vo's hash, variant 1a.
BRAID_MODEL(size_t, _ZSt15_Fnv_hash_bytesPKvmm, (const void *memory, size_t count, size_t seed)) {
  return follow(memory, count, seed, std::_Fnv_hash_bytes, fowler);
}
}
