// What a sanitizer said, for people: calls by function, file and line. Sanitizers were told not to look these up
// (report.h), and what they write instead, addresses in a process that is gone, is of no use to anybody.
#pragma once

#include "target/build/source_places.h"

#include <optional>
#include <string>
#include <string_view>

namespace braid::proof {

// A line of a stack, such as "    #3 0x55d5  (/x/program+0xeb5e8) (BuildId: 12)".
struct Frame {
  std::string_view module; // file of the program or of a library
  uint64_t offset = 0;     // in it

  bool is_in_library() const { return module.find(".so") != std::string_view::npos; }
};
std::optional<Frame> frame_of(std::string_view line);

// One report, without numbers of processes, registers and the contents of shadow memory. Calls before that of main
// and others of which nothing is known are left out; what a library did last is named by its file.
std::string readable_report(std::string_view text, target::SourcePlaces &places);

} // namespace braid::proof
