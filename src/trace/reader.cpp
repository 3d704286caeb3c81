#include "trace/reader.h"

#include "trace/checks.h"
#include "trace/node_rules.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace braid::trace {

namespace {

// Names of one entry and of the whole area, for messages.
struct AreaNames {
  const char *entry, *area;
};
constexpr AreaNames AREA_NAMES[] = {{"file", "file"},  {"header", "header"}, {"source", "sources"},
                                    {"byte", "data"},  {"node", "nodes"},    {"event", "events"},
                                    {"site", "sites"}, {"case", "cases"},    {"string", "strings"},
                                    {"way", "ways"},   {"edge", "edges"},    {"byte", "contents"}};

const AreaNames &names_of(Area area) { return AREA_NAMES[size_t(area)]; }

std::string_view bounded(const char *text, size_t capacity) { return {text, strnlen(text, capacity)}; }

constexpr braid_site UNKNOWN_SITE = {};

} // namespace

std::string Problem::text() const {
  if (area == Area::FILE || area == Area::HEADER)
    return fmt::format("{}: {}", names_of(area).entry, message);
  std::string text = fmt::format("{} {}: {}", names_of(area).entry, entry, message);
  if (lost != 0)
    text += fmt::format(" ({} {} from here on left out)", lost, lost == 1 ? "entry" : "entries");
  return text;
}

// Builds the view: the header first, then the tables in an order in which each refers only to checked ones.
class Checker {
public:
  Checker(View &view, std::span<const std::byte> memory) : view_(view), memory_(memory) {}

  void run() {
    if (!header())
      return;
    view_.header_ = header_;
    const braid_trace &trace = *header_;
    view_.data_ = table<uint8_t>(Area::DATA, trace.data, trace.data.capacity);
    view_.sources_ = table<braid_source>(Area::SOURCES, trace.sources, trace.source_count);
    cut(view_.sources_, Area::SOURCES, 0, [&](uint64_t i) { return source_fault(view_.sources_[i]); });
    view_.strings_ = table<char>(Area::STRINGS, trace.strings, trace.string_bytes);
    strings();
    view_.gone_ = table<uint8_t>(Area::WAYS, trace.ways, trace.way_count);
    view_.edges_ = table<braid_edge>(Area::EDGES, trace.edges, trace.edge_count);
    view_.cases_ = table<uint64_t>(Area::CASES, trace.cases, trace.case_count);
    view_.sites_ = table<braid_site>(Area::SITES, trace.sites, trace.site_count);
    cut(view_.sites_, Area::SITES, 1, [&](uint64_t i) { return site_fault(view_.sites_[i]); });
    view_.contents_ = table<uint8_t>(Area::CONTENTS, trace.contents, trace.content_bytes);
    view_.nodes_ = table<braid_node>(Area::NODES, trace.nodes, trace.node_count);
    nodes();
    view_.events_ = table<braid_event>(Area::EVENTS, trace.events, trace.event_count);
    cut(view_.events_, Area::EVENTS, 0, [&](uint64_t i) { return event_fault(view_.events_[i]); });
  }

private:
  void problem(Area area, uint64_t entry, uint64_t lost, std::string message) {
    view_.problems_.push_back({area, entry, lost, std::move(message)});
  }
  bool broken_header(std::string message) {
    problem(Area::HEADER, 0, 0, std::move(message));
    return false;
  }

  bool header() {
    if (reinterpret_cast<uintptr_t>(memory_.data()) % alignof(braid_trace) != 0)
      return broken_header("the memory is not aligned to 8 bytes");
    if (memory_.size() < sizeof(braid_trace))
      return broken_header(fmt::format("{} bytes are too few for a trace, its header alone has {}", memory_.size(),
                                       sizeof(braid_trace)));
    header_ = reinterpret_cast<const braid_trace *>(memory_.data());
    if (std::memcmp(header_->magic, BRAID_TRACE_MAGIC, sizeof header_->magic) != 0)
      return broken_header("not a trace: it does not begin with " BRAID_TRACE_MAGIC);
    if (header_->version != BRAID_TRACE_VERSION)
      return broken_header(
          fmt::format("format version {}, this reader knows version {}", header_->version, BRAID_TRACE_VERSION));
    if (header_->header_bytes != sizeof(braid_trace))
      return broken_header(
          fmt::format("it claims a header of {} bytes instead of {}", header_->header_bytes, sizeof(braid_trace)));
    if (header_->total_bytes < sizeof(braid_trace) || header_->total_bytes > memory_.size())
      return broken_header(
          fmt::format("it claims {} bytes in all, the memory has {}", header_->total_bytes, memory_.size()));
    return areas();
  }

  bool areas() {
    struct Extent {
      Area area;
      uint64_t begin, end;
    };
    const braid_trace &trace = *header_;
    std::vector<Extent> extents;
    const auto add = [&](Area area, const braid_area &where, uint64_t entry, uint64_t alignment) {
      const char *name = names_of(area).area;
      if (where.offset < sizeof(braid_trace) || where.offset > trace.total_bytes ||
          where.capacity > (trace.total_bytes - where.offset) / entry)
        return broken_header(fmt::format("the area of {} ({} entries from byte {}) is not within the {} bytes of "
                                         "the trace",
                                         name, where.capacity, where.offset, trace.total_bytes));
      if (where.offset % alignment != 0)
        return broken_header(
            fmt::format("the area of {} begins at byte {}, which is not aligned", name, where.offset));
      if (where.capacity != 0)
        extents.push_back({area, where.offset, where.offset + where.capacity * entry});
      return true;
    };
    if (!add(Area::SOURCES, trace.sources, sizeof(braid_source), alignof(braid_source)) ||
        !add(Area::DATA, trace.data, 1, 1) ||
        !add(Area::NODES, trace.nodes, sizeof(braid_node), alignof(braid_node)) ||
        !add(Area::EVENTS, trace.events, sizeof(braid_event), alignof(braid_event)) ||
        !add(Area::SITES, trace.sites, sizeof(braid_site), alignof(braid_site)) ||
        !add(Area::CASES, trace.cases, sizeof(uint64_t), alignof(uint64_t)) ||
        !add(Area::STRINGS, trace.strings, 1, 1) || !add(Area::WAYS, trace.ways, 1, 1) ||
        !add(Area::EDGES, trace.edges, sizeof(braid_edge), alignof(braid_edge)) ||
        !add(Area::CONTENTS, trace.contents, 1, 1))
      return false;
    std::sort(extents.begin(), extents.end(), [](const Extent &x, const Extent &y) { return x.begin < y.begin; });
    for (size_t i = 1; i < extents.size(); i++)
      if (extents[i].begin < extents[i - 1].end)
        return broken_header(fmt::format("the areas of {} and {} overlap", names_of(extents[i - 1].area).area,
                                         names_of(extents[i].area).area));
    return true;
  }

  // The first `count` entries of an area. A count that cannot be makes the table empty: what lies in the area
  // may be left over from an earlier run.
  template <class Entry> std::span<const Entry> table(Area area, const braid_area &where, uint64_t count) {
    if (count > where.capacity || (area == Area::NODES && count > BRAID_MAX_LABELS)) {
      problem(area, 0, 0,
              fmt::format("{} entries are counted, but there is room for {}; none of them can be used", count,
                          where.capacity));
      return {};
    }
    return {reinterpret_cast<const Entry *>(memory_.data() + where.offset), size_t(count)};
  }

  // Cuts the table at its first faulty entry.
  template <class Entry, class Fault>
  void cut(std::span<const Entry> &entries, Area area, uint64_t first, Fault fault) {
    for (uint64_t i = first; i < entries.size(); i++)
      if (std::string message = fault(i); !message.empty()) {
        problem(area, i, entries.size() - i, std::move(message));
        entries = entries.first(i);
        return;
      }
  }

  void strings() {
    std::span<const char> &strings = view_.strings_;
    if (strings.empty())
      return;
    // With these two every offset below the size is the beginning of a string that ends.
    if (strings.front() != 0)
      problem(Area::STRINGS, 0, strings.size(), "the string at offset 0 is not empty");
    else if (strings.back() != 0)
      problem(Area::STRINGS, strings.size() - 1, 0, "the last string does not end; none of them can be used");
    else
      return;
    strings = {};
  }

  std::string source_fault(const braid_source &source) const {
    if (source.kind == BRAID_SOURCE_NONE || source.kind >= BRAID_SOURCE_KINDS)
      return fmt::format("kind {} does not exist", source.kind);
    const uint64_t room = view_.data_.size();
    if (source.data > room || source.size > room - source.data)
      return fmt::format("{} bytes from byte {} are not within the data area of {} bytes", source.size,
                         source.data, room);
    if (strnlen(source.name, sizeof source.name) == sizeof source.name)
      return "its name does not end";
    return {};
  }

  std::string site_fault(const braid_site &site) const {
    if (site.kind >= BRAID_SITE_KINDS)
      return fmt::format("kind {} does not exist", site.kind);
    // Offset 0 is the empty string even if no string is usable.
    const auto bad = [&](uint32_t offset) { return offset != 0 && offset >= view_.strings_.size(); };
    if (bad(site.file) || bad(site.function))
      return fmt::format("a name at offset {} is not within the {} bytes of strings",
                         bad(site.file) ? site.file : site.function, view_.strings_.size());
    const uint64_t cases = view_.cases_.size();
    const uint64_t needed = uint64_t(2) * site.case_count;
    if (needed > cases || site.first_case > cases - needed)
      return fmt::format("{} cases with their ways from number {} are not within the {} cases", site.case_count,
                         site.first_case, cases);
    for (uint32_t i = 0; i < site.case_count; i++)
      if (const uint64_t way = view_.ways(site)[i]; way > site.case_count)
        return fmt::format("way {} of case {}, there are {}", way, i + 1, site.case_count);
    const uint64_t flags = view_.gone_.size();
    if (site.first_way > flags || site.way_count > flags - site.first_way)
      return fmt::format("{} ways from number {} are not within the {} ways", site.way_count, site.first_way,
                         flags);
    if (site.width > 64)
      return fmt::format("a switch on {} bits, 64 are possible", site.width);
    return {};
  }

  void nodes() {
    std::span<const braid_node> &nodes = view_.nodes_;
    unsigned widest = 0;
    for (Label label = 1; label < nodes.size(); label++) {
      if (const char *fault = node_fault(nodes, label, view_.sources_, view_.contents_.size()); fault != nullptr)
          [[unlikely]] {
        const braid_node &node = nodes[label];
        const std::string_view name = node.op < BRAID_OP_COUNT ? OPERATIONS[node.op].name : "?";
        problem(Area::NODES, label, nodes.size() - label,
                fmt::format("{} [op {} {}, width {}, a {}, b {}, c {}, value {:#x}]", fault, node.op, name,
                            node.width, node.a, node.b, node.c, node.value));
        nodes = nodes.first(label);
        break;
      }
      widest = std::max<unsigned>(widest, nodes[label].width);
    }
    view_.widest_ = widest;
  }

  // The label of an event that is about a value; width 0 stands for any width.
  std::string label_fault(const braid_event &event, unsigned width) const {
    if (event.label == 0)
      return "it has no label";
    if (event.label >= view_.nodes_.size())
      return fmt::format("label {}, of {} usable nodes", event.label, view_.nodes_.size());
    if (width != 0 && view_.nodes_[event.label].width != width)
      return fmt::format("label {} is {} bits wide instead of {}", event.label, view_.nodes_[event.label].width,
                         width);
    return {};
  }

  std::string event_fault(const braid_event &event) const {
    if (event.kind == BRAID_EVENT_NONE || event.kind >= BRAID_EVENT_KINDS)
      return fmt::format("kind {} does not exist", event.kind);
    const auto no_site = [&](uint32_t site) { return site != 0 && site >= view_.sites_.size(); };
    if (event.kind == BRAID_EVENT_READ || event.kind == BRAID_EVENT_WRITE || event.kind == BRAID_EVENT_POINT ||
        event.kind == BRAID_EVENT_STACK || event.kind == BRAID_EVENT_CONSUMED)
      return event.label == 0 ? std::string() : label_fault(event, 0); // no site
    if (no_site(event.site))
      return fmt::format("site {}, of {} usable sites", event.site, view_.sites_.size());
    if (event.flag > 1)
      return fmt::format("flag {}, neither 0 nor 1", event.flag);
    if (has_caller(event) && no_site(event.extra))
      return fmt::format("calling site {}, of {} usable sites", event.extra, view_.sites_.size());
    switch (event.kind) {
    case BRAID_EVENT_BRANCH:
    case BRAID_EVENT_BOUNDS:
      return label_fault(event, 1);
    case BRAID_EVENT_OBJECT:
      if (event.extra == 0 || event.extra >= view_.nodes_.size() ||
          view_.nodes_[event.extra].op != BRAID_OP_CONST || view_.nodes_[event.extra].width != 64)
        return fmt::format("{} is not the label of an object", event.extra);
      return label_fault(event, 64);
    case BRAID_EVENT_SWITCH:
      // A site without cases is one whose cases did not fit into the trace.
      if (const uint32_t cases = view_.site(event.site).case_count; cases != 0 && event.extra > cases)
        return fmt::format("case {}, but site {} has {}", event.extra, event.site, cases);
      return label_fault(event, 0);
    case BRAID_EVENT_ADDRESS:
    case BRAID_EVENT_TARGET:
    case BRAID_EVENT_LENGTH:
      return label_fault(event, 0);
    case BRAID_EVENT_LOST:
      if (event.aux >= BRAID_LOST_KINDS)
        return fmt::format("reason {} does not exist", event.aux);
      return event.label == 0 ? std::string() : label_fault(event, 0);
    case BRAID_EVENT_CHECK:
      if (event.aux >= BRAID_CHECK_KINDS)
        return fmt::format("check {} does not exist", event.aux);
      [[fallthrough]];
    case BRAID_EVENT_ASSUME:
      return event.label == 0 ? std::string() : label_fault(event, 1);
    case BRAID_EVENT_PASSED:
    case BRAID_EVENT_RESULT:
      if (event.extra >= view_.sources_.size() || view_.sources_[event.extra].kind != BRAID_SOURCE_RESULT)
        return fmt::format("source {} is no result", event.extra);
      return label_fault(event, 0);
    case BRAID_EVENT_SOURCE:
      if (event.extra >= view_.sources_.size())
        return fmt::format("source {}, of {} usable sources", event.extra, view_.sources_.size());
      return {};
    case BRAID_EVENT_END:
      if (event.extra >= BRAID_END_KINDS)
        return fmt::format("end {} does not exist", event.extra);
      return {};
    default:
      return {};
    }
  }

  View &view_;
  std::span<const std::byte> memory_;
  const braid_trace *header_ = nullptr;
};

View::View(std::span<const std::byte> memory) { Checker(*this, memory).run(); }

std::span<const uint8_t> View::data(uint32_t source) const {
  const braid_source &entry = sources_[source];
  return data_.subspan(entry.data, entry.size);
}

const braid_site &View::site(uint32_t number) const {
  return number == 0 || number >= sites_.size() ? UNKNOWN_SITE : sites_[number];
}

std::span<const uint64_t> View::cases(const braid_site &site) const {
  return cases_.subspan(site.first_case, site.case_count);
}

std::span<const uint64_t> View::ways(const braid_site &site) const {
  return cases_.subspan(site.first_case + size_t(site.case_count), site.case_count);
}

std::string_view View::string(uint32_t offset) const {
  return offset == 0 ? std::string_view() : std::string_view(&strings_[offset]);
}

std::string_view View::obstacle() const {
  return readable() ? bounded(header_->obstacle, sizeof header_->obstacle) : std::string_view();
}

std::string_view View::message() const {
  return readable() ? bounded(header_->message, sizeof header_->message) : std::string_view();
}

TraceFile::TraceFile(const std::filesystem::path &path) {
  const auto failed = [&](const char *what) {
    view_ = View(Problem{Area::FILE, 0, 0, fmt::format("{}: {}: {}", path.string(), what, std::strerror(errno))});
  };
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    failed("cannot be opened");
    return;
  }
  struct stat status;
  if (fstat(descriptor, &status) != 0) {
    failed("cannot be examined");
  } else if (status.st_size == 0) {
    view_ = View(Problem{Area::FILE, 0, 0, path.string() + ": is empty"});
  } else if (void *memory = mmap(nullptr, size_t(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
             memory == MAP_FAILED) {
    failed("cannot be mapped");
  } else {
    memory_ = memory;
    bytes_ = size_t(status.st_size);
    view_ = View(std::span(static_cast<const std::byte *>(memory_), bytes_));
  }
  close(descriptor);
}

TraceFile::~TraceFile() {
  if (memory_ != nullptr)
    munmap(memory_, bytes_);
}

} // namespace braid::trace
