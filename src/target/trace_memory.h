// The memory of a trace: made, laid out and given its input here, filled by the program, looked at by a
// trace::View between two runs.
//
// The file behind it is sparse: room for many millions of entries costs nothing until a run needs it. Its size
// is sealed, so the program cannot pull the memory away from under the engine. Everything in the header that
// this side decides is written anew for each run, because the program may have written over it.
#pragma once

#include "target/descriptor.h"
#include "target/input.h"
#include "target/input_files.h"
#include "trace/format.h"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace braid::target {

// Entries, or bytes for data and strings.
struct TraceCapacities {
  uint64_t sources = 4096;
  uint64_t data = uint64_t{64} << 20;
  uint64_t nodes = uint64_t{8} << 20;
  uint64_t events = uint64_t{8} << 20;
  uint64_t sites = uint64_t{1} << 20;
  uint64_t cases = uint64_t{1} << 20;
  uint64_t strings = uint64_t{64} << 20;
  uint64_t ways = uint64_t{4} << 20;
  uint64_t edges = uint64_t{4} << 20;
  uint64_t contents = uint64_t{64} << 20;
};

class TraceMemory {
public:
  explicit TraceMemory(const TraceCapacities &capacities = {});
  TraceMemory(const TraceMemory &) = delete;
  TraceMemory &operator=(const TraceMemory &) = delete;
  ~TraceMemory();

  int descriptor() const { return file_.number(); }
  std::span<const std::byte> bytes() const { return {memory_, size_}; }
  // As the program left it: not to be believed without a look.
  const braid_trace &header() const { return *reinterpret_cast<const braid_trace *>(memory_); }

  // Before the program is started: no sites, no input, nothing recorded.
  void reset();
  // What the runtime is to record of a run.
  struct Wishes {
    bool diagnose = false;     // where a fatal signal strikes
    bool name_results = false; // as sources: what functions return that are not instrumented
    braid_addresses addresses = BRAID_ADDRESSES_CONCRETE;      // what becomes of those that depend on input
    uint64_t checks = 0;                                       // a bit for each enum braid_check
    bool merging = false;                                      // what is read and written, too
    std::function<uint32_t(const Source &)> longest = nullptr; // that a source may become whose length is a symbol
  };
  // Before a run. standard_input: what descriptor 0 of the program is. files: where file sources are written.
  void prepare(const Input &input, uint64_t run, FileIdentity standard_input, InputFiles &files,
               const Wishes &wishes);
  // Before the next run: no way was gone. What a program did at its start belongs to the first run after it.
  void forget_ways();
  // After a run that never began: what is there is from the one before.
  void discard();

  // What a run has recorded, to be put back after another one.
  struct Saved {
    struct Piece {
      uint64_t offset = 0;
      std::vector<std::byte> bytes;
    };
    std::vector<Piece> pieces;
  };
  Saved save() const;
  void put_back(const Saved &saved);

private:
  braid_trace &writable() { return *reinterpret_cast<braid_trace *>(memory_); }
  void write_layout();
  void write_source(uint32_t number, const Source &source, uint64_t offset, FileIdentity identity,
                    uint32_t longest);

  Descriptor file_;
  std::byte *memory_ = nullptr;
  uint64_t size_ = 0;
  uint64_t starts_ = 0;
  braid_trace layout_{}; // what a fresh header looks like
};

} // namespace braid::target
