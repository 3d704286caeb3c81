#include "target/trace_memory.h"

#include "target/error.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace braid::target {

namespace {

constexpr uint64_t page = 4096;

braid_area place(uint64_t &end, uint64_t capacity, uint64_t entry_bytes) {
  braid_area area{end, capacity};
  end += (capacity * entry_bytes + page - 1) / page * page;
  return area;
}

braid_trace lay_out(const TraceCapacities &capacities) {
  braid_trace layout{};
  std::memcpy(layout.magic, BRAID_TRACE_MAGIC, sizeof layout.magic);
  layout.version = BRAID_TRACE_VERSION;
  layout.header_bytes = sizeof layout;
  uint64_t end = (sizeof layout + page - 1) / page * page;
  layout.sources = place(end, capacities.sources, sizeof(braid_source));
  layout.data = place(end, capacities.data, 1);
  layout.nodes = place(end, capacities.nodes, sizeof(braid_node));
  layout.events = place(end, capacities.events, sizeof(braid_event));
  layout.sites = place(end, capacities.sites, sizeof(braid_site));
  layout.cases = place(end, capacities.cases, sizeof(uint64_t));
  layout.strings = place(end, capacities.strings, 1);
  layout.ways = place(end, capacities.ways, 1);
  layout.edges = place(end, capacities.edges, sizeof(braid_edge));
  layout.contents = place(end, capacities.contents, 1);
  layout.total_bytes = end;
  return layout;
}

} // namespace

TraceMemory::TraceMemory(const TraceCapacities &capacities)
    : file_(memfd_create("braid-trace", MFD_CLOEXEC | MFD_ALLOW_SEALING)), layout_(lay_out(capacities)) {
  if (capacities.nodes < 2 || capacities.events < 2 || capacities.sites < 1 || capacities.strings < 1 ||
      capacities.ways < 1)
    throw Error("the capacities of the trace are too small to hold any run", "trace memory");
  size_ = layout_.total_bytes;
  if (!file_.is_open() || ftruncate(file_.number(), static_cast<off_t>(size_)) != 0 ||
      fcntl(file_.number(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    throw system_error("making the memory of the trace");
  void *memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, file_.number(), 0);
  if (memory == MAP_FAILED)
    throw system_error("mapping the memory of the trace");
  memory_ = static_cast<std::byte *>(memory);
  reset();
}

TraceMemory::~TraceMemory() { munmap(memory_, size_); }

void TraceMemory::write_layout() {
  // Magic number to the last area: everything in front of what is written for a run.
  std::memcpy(memory_, &layout_, offsetof(braid_trace, given_sources));
}

void TraceMemory::reset() {
  forget_ways();
  write_layout();
  braid_trace &trace = writable();
  std::memset(memory_ + offsetof(braid_trace, given_sources), 0,
              sizeof trace - offsetof(braid_trace, given_sources));
  trace.node_count = 1;
  trace.site_count = 1;
  trace.string_bytes = 1;
  trace.way_count = 1;
  starts_++;
  std::memset(memory_ + layout_.sites.offset, 0, sizeof(braid_site));
  memory_[layout_.strings.offset] = std::byte{0};
}

void TraceMemory::forget_ways() {
  const uint64_t count = header().way_count;
  std::memset(memory_ + layout_.ways.offset, 0, std::min(count, layout_.ways.capacity));
}

void TraceMemory::discard() {
  braid_trace &trace = writable();
  trace.node_count = 1;
  trace.event_count = 0;
  trace.content_bytes = 0;
  trace.source_count = trace.given_sources;
  trace.data_bytes = trace.given_data;
}

// Sites are the same in all runs, but for those of libraries that come later.
TraceMemory::Saved TraceMemory::save() const {
  Saved saved;
  const auto keep = [&](uint64_t offset, uint64_t size) {
    saved.pieces.push_back({offset, {memory_ + offset, memory_ + offset + size}});
  };
  const auto keep_entries = [&](const braid_area &area, uint64_t count, uint64_t entry_bytes) {
    keep(area.offset, std::min(count, area.capacity) * entry_bytes);
  };
  const braid_trace &trace = header();
  keep(0, sizeof trace);
  keep_entries(layout_.sources, trace.source_count, sizeof(braid_source));
  keep_entries(layout_.data, trace.data_bytes, 1);
  keep_entries(layout_.nodes, trace.node_count, sizeof(braid_node));
  keep_entries(layout_.events, trace.event_count, sizeof(braid_event));
  keep_entries(layout_.ways, trace.way_count, 1);
  if (trace.site_count != trace.late_sites) {
    keep_entries(layout_.sites, trace.site_count, sizeof(braid_site));
    keep_entries(layout_.cases, trace.case_count, sizeof(uint64_t));
    keep_entries(layout_.strings, trace.string_bytes, 1);
    keep_entries(layout_.edges, trace.edge_count, sizeof(braid_edge));
  }
  return saved;
}

void TraceMemory::put_back(const Saved &saved) {
  for (const Saved::Piece &piece : saved.pieces)
    std::copy(piece.bytes.begin(), piece.bytes.end(), memory_ + piece.offset);
}

void TraceMemory::write_source(uint32_t number, const Source &source, uint64_t offset, FileIdentity identity,
                               uint32_t longest) {
  auto *entry = reinterpret_cast<braid_source *>(memory_ + layout_.sources.offset) + number;
  *entry = {};
  entry->kind = static_cast<uint8_t>(source.kind);
  entry->flags = static_cast<uint8_t>(BRAID_SOURCE_GIVEN | (source.symbolic ? BRAID_SOURCE_SYMBOLIC : 0) |
                                      (source.symbolic_length ? BRAID_SOURCE_SYMBOLIC_LENGTH : 0));
  entry->index = source.index;
  entry->data = offset;
  entry->size = source.bytes.size();
  entry->most = source.symbolic_length ? longest : 0;
  entry->device = identity.device;
  entry->inode = identity.inode;
  if (source.kind == SourceKind::ENVIRONMENT && source.name.size() >= sizeof entry->name)
    throw Error("the name of an environment variable is longer than the trace has room for", source.name);
  // Of a long path the end says more than the beginning.
  size_t length = std::min(source.name.size(), sizeof entry->name - 1);
  source.name.copy(entry->name, length, source.name.size() - length);
  if (!source.bytes.empty())
    std::memcpy(memory_ + layout_.data.offset + offset, source.bytes.data(), source.bytes.size());
}

void TraceMemory::prepare(const Input &input, uint64_t run, FileIdentity standard_input, InputFiles &files,
                          const Wishes &wishes) {
  if (input.sources.size() > layout_.sources.capacity)
    throw Error("an input has " + std::to_string(input.sources.size()) + " sources, but the trace holds only " +
                    std::to_string(layout_.sources.capacity),
                "input");
  write_layout();
  uint64_t used = 0;
  for (uint32_t i = 0; i < input.sources.size(); i++) {
    const Source &source = input.sources[i];
    if (source.bytes.size() > layout_.data.capacity - used)
      throw Error("an input is longer than the " + std::to_string(layout_.data.capacity) +
                      " bytes the trace has room for",
                  "input");
    FileIdentity identity;
    if (source.kind == SourceKind::STDIN)
      identity = standard_input;
    else if (source.kind == SourceKind::FILE)
      identity = files.write(source);
    write_source(i, source, used, identity, wishes.longest ? wishes.longest(source) : 0);
    used += source.bytes.size();
  }
  braid_trace &trace = writable();
  trace.given_sources = static_cast<uint32_t>(input.sources.size());
  trace.given_data = used;
  trace.run = run;
  trace.start = starts_;
  trace.diagnose = wishes.diagnose ? 1 : 0;
  trace.name_results = wishes.name_results ? 1 : 0;
  trace.addresses = wishes.addresses;
  trace.checks = wishes.checks;
  trace.merging = wishes.merging ? 1 : 0;
  trace.crash_count = 0;
  // What the runtime wrote about the run before. Its counters stay: they say what it has to clean up.
  trace.end = BRAID_END_NONE;
  trace.exit_status = 0;
  trace.process = 0;
  trace.refused_bytes = 0;
  trace.obstacle[0] = 0;
  trace.message[0] = 0;
}

} // namespace braid::target
