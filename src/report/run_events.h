// What happens during an exploration as JSON, an object on each line, for programs that watch.
#pragma once

#include "campaign/summary.h"

#include <ostream>

namespace braid::report {

class RunEvents {
public:
  explicit RunEvents(std::ostream &out) : out_(out) {}

  void begin(const std::string &title, const std::string &folder);
  // Once a second is enough; says nothing more often.
  void progress(const campaign::Snapshot &now);
  void finding(const results::Finding &finding);
  void end(const campaign::Summary &summary);

private:
  std::ostream &out_;
  std::chrono::nanoseconds next_{0};
};

} // namespace braid::report
