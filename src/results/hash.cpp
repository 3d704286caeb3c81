#include "results/hash.h"

#include <array>
#include <bit>
#include <cstdint>
#include <fmt/format.h>

namespace braid::results {

namespace {

constexpr size_t BLOCK = 64;

using Schedule = std::array<uint32_t, 80>; // the first 16 words are the block

// Calls `take` for each block: the bytes, a one bit, zeros, and the number of bits in the last eight bytes.
template <class Take> void for_blocks(std::string_view bytes, Take take) {
  const size_t blocks = (bytes.size() + 1 + 8 + BLOCK - 1) / BLOCK;
  const uint64_t bits = uint64_t(bytes.size()) * 8;
  const auto byte_at = [&](size_t at) -> uint32_t {
    if (at < bytes.size())
      return uint8_t(bytes[at]);
    if (at == bytes.size())
      return 0x80;
    const size_t from_end = blocks * BLOCK - 1 - at;
    return from_end < 8 ? uint8_t(bits >> (from_end * 8)) : 0;
  };
  Schedule words{};
  for (size_t block = 0; block < blocks; block++) {
    for (size_t i = 0; i < 16; i++) {
      const size_t at = block * BLOCK + i * 4;
      words[i] = byte_at(at) << 24 | byte_at(at + 1) << 16 | byte_at(at + 2) << 8 | byte_at(at + 3);
    }
    take(words);
  }
}

template <size_t N> std::string digits(const std::array<uint32_t, N> &state) {
  std::string text;
  for (const uint32_t word : state)
    text += fmt::format("{:08x}", word);
  return text;
}

void sha1_block(std::array<uint32_t, 5> &state, Schedule &words) {
  for (size_t i = 16; i < 80; i++)
    words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
  auto [a, b, c, d, e] = state;
  for (size_t i = 0; i < 80; i++) {
    uint32_t mixed = 0, constant = 0;
    if (i < 20) {
      mixed = (b & c) | (~b & d);
      constant = 0x5a827999;
    } else if (i < 40) {
      mixed = b ^ c ^ d;
      constant = 0x6ed9eba1;
    } else if (i < 60) {
      mixed = (b & c) | (b & d) | (c & d);
      constant = 0x8f1bbcdc;
    } else {
      mixed = b ^ c ^ d;
      constant = 0xca62c1d6;
    }
    const uint32_t next = std::rotl(a, 5) + mixed + e + constant + words[i];
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  }
  const std::array<uint32_t, 5> sums = {a, b, c, d, e};
  for (size_t i = 0; i < sums.size(); i++)
    state[i] += sums[i];
}

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<uint32_t, 64> SHA256_CONSTANTS = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void sha256_block(std::array<uint32_t, 8> &state, Schedule &words) {
  for (size_t i = 16; i < 64; i++) {
    const uint32_t near = words[i - 2], far = words[i - 15];
    words[i] = (std::rotr(near, 17) ^ std::rotr(near, 19) ^ (near >> 10)) + words[i - 7] +
               (std::rotr(far, 7) ^ std::rotr(far, 18) ^ (far >> 3)) + words[i - 16];
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (size_t i = 0; i < 64; i++) {
    const uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) +
                           SHA256_CONSTANTS[i] + words[i];
    const uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const std::array<uint32_t, 8> sums = {a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < sums.size(); i++)
    state[i] += sums[i];
}

} // namespace

std::string sha1(std::string_view bytes) {
  std::array<uint32_t, 5> state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  for_blocks(bytes, [&](Schedule &words) { sha1_block(state, words); });
  return digits(state);
}

std::string sha256(std::string_view bytes) {
  std::array<uint32_t, 8> state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for_blocks(bytes, [&](Schedule &words) { sha256_block(state, words); });
  return digits(state);
}

} // namespace braid::results
