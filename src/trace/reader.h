// A checked view over the memory of a trace.
//
// The program under test can write anywhere, also into its own trace, so nothing in it is believed before it
// was looked at once: areas lie within the memory, counts within their areas, operands before their nodes,
// operations and widths fit each other, strings end, events point at labels and sites that exist. The view
// checks all of this when it is made, in one pass over the tables and without copying them. What comes after
// the first broken entry of a table is cut off and the reason is kept as a Problem; what comes before it can
// be used without any further check. A trace whose header cannot be believed gives an empty view.
//
// The memory must not change while a view of it is in use: look at a trace when its run has ended or is
// paused.
#pragma once

#include "trace/operations.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace braid::trace {

enum class Area : uint8_t {
  FILE,
  HEADER,
  SOURCES,
  DATA,
  NODES,
  EVENTS,
  SITES,
  CASES,
  STRINGS,
  WAYS,
  EDGES,
  CONTENTS
};

// What is broken, and where.
struct Problem {
  Area area;
  uint64_t entry = 0;  // number of the entry in its area; of no meaning for FILE and HEADER
  uint64_t lost = 0;   // entries cut off, this one included
  std::string message; // what is wrong with it

  // One line for a person, such as "node 17 of 40: operand b has label 99 (24 nodes are left out)".
  std::string text() const;
};

class View {
public:
  View() = default;
  explicit View(std::span<const std::byte> memory);
  // Of something that could not be read at all.
  explicit View(Problem problem) : problems_{std::move(problem)} {}

  // False: the header is broken, all tables are empty.
  bool readable() const { return header_ != nullptr; }
  // True: nothing was cut off.
  bool whole() const { return problems_.empty(); }
  const std::vector<Problem> &problems() const { return problems_; }
  // Only if readable(). The counters in it are not checked; the tables below have the checked sizes.
  const braid_trace &header() const { return *header_; }

  // Nodes by label. Entry 0 is not a node.
  std::span<const braid_node> nodes() const { return nodes_; }
  const braid_node &node(Label label) const { return nodes_[label]; }
  // Width of the widest node, 0 if there is none.
  unsigned widest() const { return widest_; }

  std::span<const braid_event> events() const { return events_; }
  std::span<const braid_source> sources() const { return sources_; }
  std::span<const uint8_t> data(uint32_t source) const;
  std::string_view name(uint32_t source) const { return sources_[source].name; }

  std::span<const braid_site> sites() const { return sites_; }
  // Site 0, "nowhere known", exists also in a trace without sites.
  const braid_site &site(uint32_t number) const;
  std::string_view file(const braid_site &site) const { return string(site.file); }
  std::string_view function(const braid_site &site) const { return string(site.function); }
  // The library function whose model is called at this place, or nothing.
  std::string_view called(const braid_site &site) const { return string(site.called); }
  std::span<const uint64_t> cases(const braid_site &site) const;
  // For each case, which way it goes: 0 is that of the default, and cases with equal numbers go the same way.
  std::span<const uint64_t> ways(const braid_site &site) const;
  // For each way of the sites that have them (first_way) whether it was gone: 1; anything else is no flag. All
  // sites' flags are within.
  std::span<const uint8_t> gone() const { return gone_; }
  std::span<const braid_edge> edges() const { return edges_; }
  std::span<const uint8_t> contents() const { return contents_; }
  // The bytes of an object, of a MEMORY node.
  std::span<const uint8_t> contents(const braid_node &memory) const {
    return contents_.subspan(memory.a, memory.b);
  }

  // The texts the runtime left in the header, bounded. Empty if not readable().
  std::string_view obstacle() const;
  std::string_view message() const;

private:
  friend class Checker;
  std::string_view string(uint32_t offset) const;

  const braid_trace *header_ = nullptr;
  std::vector<Problem> problems_;
  std::span<const braid_source> sources_;
  std::span<const uint8_t> data_;
  std::span<const braid_node> nodes_;
  std::span<const braid_event> events_;
  std::span<const braid_site> sites_;
  std::span<const uint64_t> cases_;
  std::span<const char> strings_;
  std::span<const uint8_t> gone_;
  std::span<const braid_edge> edges_;
  std::span<const uint8_t> contents_;
  unsigned widest_ = 0;
};

// A trace in a file, mapped for reading for as long as the object lives. A file that cannot be read gives a
// view that is not readable(), with a Problem that says why.
class TraceFile {
public:
  explicit TraceFile(const std::filesystem::path &path);
  ~TraceFile();
  TraceFile(const TraceFile &) = delete;
  TraceFile &operator=(const TraceFile &) = delete;

  const View &view() const { return view_; }

private:
  void *memory_ = nullptr;
  size_t bytes_ = 0;
  View view_;
};

} // namespace braid::trace
