// How far an exploration goes. Every limit that was met is reported with the place where.
#pragma once

#include "target/input.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace braid::explore {

// 0 stands for "no limit".
struct Limits {
  std::chrono::nanoseconds time = std::chrono::minutes(5); // on the wall
  uint64_t runs = 0;
  uint32_t depth = 10'000;             // decisions on a path; ways beyond are left out
  uint32_t iterations = 0;             // how often one place may be passed on a path; ways beyond are left out
  uint32_t values = 256;               // tried where a value was made concrete
  uint64_t allocation = 1 << 20;       // largest size of memory that is asked for on purpose
  uint32_t input_bytes = 256;          // how long a source of input may become by itself
  uint32_t findings = 0;               // after which it ends
  uint64_t memory = uint64_t(4) << 30; // of the engine
  // For proving tests when nothing else is left to do.
  std::chrono::nanoseconds proofs = std::chrono::seconds(30);
  // How long standard input may become, if not as long as others.
  std::optional<uint32_t> standard_input_bytes;

  uint32_t longest(const target::Source &source) const {
    return source.kind == target::SourceKind::STDIN ? standard_input_bytes.value_or(input_bytes) : input_bytes;
  }
};

} // namespace braid::explore
