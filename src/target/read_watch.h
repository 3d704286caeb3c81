// Were files read? The kernel notes the time of each access, also of one that finds the end of the file at once,
// and of mapping it; so the time is set to one long gone, and looked at later. That sees reading of any kind by
// any code, but not on file systems that are mounted with noatime.
#pragma once

#include <vector>

namespace braid::target {

class ReadWatch {
public:
  // A file opened in this process, which must stay open. One whose time may not be set is not watched.
  void add(int descriptor);
  // Whether one of the files was read since; ends the watch.
  bool end();

private:
  std::vector<int> descriptors_;
};

} // namespace braid::target
