#include "target/read_watch.h"

#include <sys/stat.h>

namespace braid::target {

namespace {

// A moment that no clock shows any more.
constexpr time_t long_gone = 1;

bool set_access_time(int descriptor, struct timespec time) {
  const struct timespec times[2] = {time, {0, UTIME_OMIT}};
  return futimens(descriptor, times) == 0;
}

} // namespace

void ReadWatch::add(int descriptor) {
  if (set_access_time(descriptor, {long_gone, 0}))
    descriptors_.push_back(descriptor);
}

bool ReadWatch::end() {
  bool read = false;
  for (const int descriptor : descriptors_) {
    struct stat status;
    if (fstat(descriptor, &status) != 0)
      continue;
    if (status.st_atim.tv_sec != long_gone)
      read = true;
    else
      set_access_time(descriptor, {0, UTIME_NOW}); // the program may look at it
  }
  descriptors_.clear();
  return read;
}

} // namespace braid::target
