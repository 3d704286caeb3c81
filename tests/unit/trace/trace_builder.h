// Builds traces by hand, for tests: the memory of a trace with room for what a test needs, and functions that
// append to it without any check, so that broken traces can be built as well.
#pragma once

#include "expr/semantics.h"
#include "trace/reader.h"

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace braid::trace::test {

struct Capacities {
  uint64_t sources = 16, data = 4096, nodes = 4096, events = 1024, sites = 64, cases = 64, strings = 4096,
           ways = 64, edges = 64, contents = 4096;
};

class TraceBuilder {
public:
  explicit TraceBuilder(Capacities capacities = {}) {
    uint64_t offset = sizeof(braid_trace);
    const auto place = [&](uint64_t capacity, uint64_t entry) {
      const braid_area area = {offset, capacity};
      offset = (offset + capacity * entry + 7) / 8 * 8;
      return area;
    };
    braid_trace header = {};
    std::memcpy(header.magic, BRAID_TRACE_MAGIC, sizeof header.magic);
    header.version = BRAID_TRACE_VERSION;
    header.header_bytes = sizeof(braid_trace);
    header.sources = place(capacities.sources, sizeof(braid_source));
    header.data = place(capacities.data, 1);
    header.nodes = place(capacities.nodes, sizeof(braid_node));
    header.events = place(capacities.events, sizeof(braid_event));
    header.sites = place(capacities.sites, sizeof(braid_site));
    header.cases = place(capacities.cases, sizeof(uint64_t));
    header.strings = place(capacities.strings, 1);
    header.ways = place(capacities.ways, 1);
    header.edges = place(capacities.edges, sizeof(braid_edge));
    header.contents = place(capacities.contents, 1);
    header.total_bytes = offset;
    memory_.resize(offset / 8);
    header.node_count = 1;
    header.site_count = 1;
    header.string_bytes = 1;
    header.way_count = 1;
    std::memcpy(memory_.data(), &header, sizeof header);
  }

  braid_trace &header() { return *reinterpret_cast<braid_trace *>(memory_.data()); }
  std::span<std::byte> memory() { return std::as_writable_bytes(std::span(memory_)); }
  View view() { return View(memory()); }

  braid_node &node(Label label) { return at<braid_node>(header().nodes)[label]; }
  braid_event &event(uint32_t number) { return at<braid_event>(header().events)[number]; }
  braid_source &source(uint32_t number) { return at<braid_source>(header().sources)[number]; }
  braid_site &site(uint32_t number) { return at<braid_site>(header().sites)[number]; }
  uint64_t &case_value(uint32_t number) { return at<uint64_t>(header().cases)[number]; }
  uint8_t &gone(uint32_t number) { return at<uint8_t>(header().ways)[number]; }
  char *strings() { return at<char>(header().strings); }

  // A MEMORY node with these bytes.
  Label add_memory(const std::string &bytes) {
    const uint32_t first = header().content_bytes;
    std::memcpy(at<char>(header().contents) + first, bytes.data(), bytes.size());
    header().content_bytes = first + uint32_t(bytes.size());
    return raw(BRAID_OP_MEMORY, 8, first, uint32_t(bytes.size()), 0, 0);
  }

  uint32_t add_source(uint8_t kind, const std::string &bytes, const std::string &name = "", uint16_t index = 0) {
    const uint32_t number = header().source_count;
    braid_source &entry = source(number);
    entry = {};
    entry.kind = kind;
    entry.flags = BRAID_SOURCE_SYMBOLIC | BRAID_SOURCE_GIVEN | BRAID_SOURCE_USED;
    entry.index = index;
    entry.data = header().data_bytes;
    entry.size = bytes.size();
    name.copy(entry.name, sizeof entry.name - 1);
    std::memcpy(at<char>(header().data) + entry.data, bytes.data(), bytes.size());
    header().data_bytes = header().data_bytes + bytes.size();
    header().source_count = number + 1;
    return number;
  }

  uint32_t add_string(const std::string &text) {
    const uint32_t offset = header().string_bytes;
    std::memcpy(strings() + offset, text.c_str(), text.size() + 1);
    header().string_bytes = uint32_t(offset + text.size() + 1);
    return offset;
  }

  uint32_t add_site(uint8_t kind, const std::string &file, const std::string &function, uint32_t line,
                    uint32_t column, std::vector<uint64_t> cases = {}, uint8_t width = 0, bool in_model = false,
                    std::vector<uint64_t> ways = {}) { // without ways each case goes one of its own
    const uint32_t number = header().site_count;
    braid_site &entry = site(number);
    entry = {};
    entry.id = 1000 + number;
    entry.file = add_string(file);
    entry.function = add_string(function);
    entry.line = line;
    entry.column = column;
    entry.kind = kind;
    entry.width = width;
    entry.in_model = in_model;
    entry.case_count = uint32_t(cases.size());
    entry.first_case = header().case_count;
    for (size_t i = ways.size(); i < cases.size(); i++)
      ways.push_back(i + 1);
    cases.insert(cases.end(), ways.begin(), ways.end());
    for (const uint64_t value : cases) {
      case_value(header().case_count) = value;
      header().case_count = header().case_count + 1;
    }
    header().site_count = number + 1;
    return number;
  }

  // The flags of a site, all of them 0.
  void count_ways(uint32_t number, uint32_t ways) {
    site(number).first_way = header().way_count;
    site(number).way_count = ways;
    header().way_count = header().way_count + ways;
  }

  void add_edge(uint64_t from, uint64_t to) {
    at<braid_edge>(header().edges)[header().edge_count] = {from, to};
    header().edge_count = header().edge_count + 1;
  }

  // A node exactly as given.
  Label raw(uint8_t op, unsigned width, uint32_t a, uint32_t b, uint32_t c, uint64_t value) {
    const Label label = header().node_count;
    node(label) = {op, 0, uint16_t(width), a, b, c, value};
    header().node_count = label + 1;
    return label;
  }

  Label constant(unsigned width, Value value) {
    value &= mask_of(width);
    const uint64_t high = uint64_t(value >> 64);
    return keep(raw(BRAID_OP_CONST, width, uint32_t(high), uint32_t(high >> 32), 0, uint64_t(value)), value);
  }
  Label input(uint32_t source_number, uint32_t offset) {
    const uint8_t byte = at<uint8_t>(header().data)[source(source_number).data + offset];
    return keep(raw(BRAID_OP_INPUT, 8, source_number, offset, 0, byte), byte);
  }
  Label size(uint32_t source_number) {
    const uint64_t bytes = source(source_number).size;
    return keep(raw(BRAID_OP_SIZE, 64, source_number, 0, 0, bytes), bytes);
  }
  // An operation, its value computed.
  Label op(uint8_t op, unsigned width, Label a, uint32_t b = 0, Label c = 0) {
    const Value second = op == BRAID_OP_EXTRACT ? Value(b) : values_[b];
    const Value value = apply<Value>(op, width, node(a).width, values_[a], second, values_[c]);
    return keep(raw(op, width, a, b, c, uint64_t(value)), value);
  }
  // Bytes `first` to `first + count - 1` of a source as one little-endian value.
  Label bytes(uint32_t source_number, uint32_t first, uint32_t count) {
    Label label = input(source_number, first);
    for (uint32_t i = 1; i < count; i++) {
      const Label byte = input(source_number, first + i);
      label = op(BRAID_OP_CONCAT, 8 * (i + 1), byte, label);
    }
    return label;
  }

  uint32_t add_event(uint8_t kind, uint32_t site_number, uint32_t label, uint8_t flag = 0, uint32_t extra = 0,
                     uint16_t aux = 0) {
    const uint32_t number = header().event_count;
    event(number) = {kind, flag, aux, site_number, label, extra};
    header().event_count = number + 1;
    return number;
  }

  Value value(Label label) const { return values_[label]; }

private:
  template <class Entry> Entry *at(const braid_area &area) {
    return reinterpret_cast<Entry *>(memory().data() + area.offset);
  }
  Label keep(Label label, Value value) {
    if (values_.size() <= label)
      values_.resize(label + 1);
    values_[label] = value;
    return label;
  }

  std::vector<uint64_t> memory_;
  std::vector<Value> values_ = std::vector<Value>(1);
};

} // namespace braid::trace::test
