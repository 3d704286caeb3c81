// What a record costs in memory: bytes for an expression node, the table that finds equal nodes included, and
// bytes of shadow for a byte of the program's memory that is symbolic.
#include "bench.h"

#include <fmt/format.h>

using namespace braid;
using namespace braid::bench;

namespace {

void nodes(const Kernel &kernel, const std::string &input) {
  target::Executor executor({.path = kernel.instrumented, .arguments = {"1"}, .environment = {}, .folder = {}});
  executor.run(input_of(input, true));
  const braid_trace &trace = executor.trace().header();
  double bytes = sizeof(braid_node) + static_cast<double>(trace.table_bytes) / trace.node_count;
  fmt::print("{:<14} {:>9} bytes of input {:>10} nodes {:>8.1f} bytes a node {}\n", kernel.name, input.size(),
             static_cast<uint32_t>(trace.node_count), bytes, bytes <= 32 ? "" : "(above 32)");
}

void shadow(const Kernel &kernel, size_t size) {
  target::Executor executor({.path = kernel.instrumented, .arguments = {"0"}, .environment = {}, .folder = {}});
  executor.run(input_of(random_bytes(size), true));
  const braid_trace &trace = executor.trace().header();
  fmt::print("{:<14} {:>9} bytes symbolic {:>10} bytes of shadow {:>7.2f} bytes a byte\n", "shadow", size,
             static_cast<uint64_t>(trace.shadow_bytes),
             static_cast<double>(trace.shadow_bytes) / static_cast<double>(size));
}

} // namespace

int main() try {
  Scratch scratch;
  Kernel crc = build("crc32", scratch), json = build("json", scratch);
  for (size_t size : {64, 256, 1024, 4096, 16384, 32768, 65536})
    nodes(crc, random_bytes(size));
  for (size_t size : {1024, 4096, 16384, 65536})
    nodes(json, json_text(size));
  for (size_t size : {1, 64, 512, 4096, 65536})
    shadow(crc, size);
  return 0;
} catch (const std::exception &error) {
  fmt::print(stderr, "bench/memory: {}\n", error.what());
  return 5;
}
