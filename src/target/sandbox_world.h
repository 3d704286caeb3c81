// What a program under test finds around it in a sandbox: namespaces of its own, and in them a file system of
// which it can read everything and change nothing but copies.
//
// Both functions run in a process that was just made and borrows the memory of the engine (launch.cpp): system
// calls on values that were prepared before, nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/types.h>

namespace braid::target {

// A folder that the program may write to.
struct WorldPlace {
  const char *path = nullptr;
  const char *upper = nullptr, *work = nullptr; // names of two folders in the scratch memory
  mode_t mode = 0;
  // What is there is seen, and changes go to scratch memory. Otherwise the folder is an empty one.
  bool shows_files = false;
};

struct WorldPlan {
  int namespaces = 0;         // as for clone
  const char *user = nullptr; // lines for uid_map and gid_map, if there is a user namespace
  const char *group = nullptr;
  const char *bytes = nullptr, *files = nullptr; // limits of the scratch memory, as text
  const WorldPlace *places = nullptr;
  size_t place_count = 0;
  int holder = -1;   // descriptor of the program of sandbox_holder.c
  int lifeline = -1; // its standard input
};

struct WorldFailure {
  const char *step = nullptr; // that failed; null if none did
  int error = 0;
  const char *closed_place = nullptr; // the first place that cannot be written to, if there is one
};

constexpr size_t max_places = 16;

// In the first process of new namespaces. Becomes the holder, or returns with `failure` filled in.
void make_world(const WorldPlan &plan, WorldFailure &failure);

// Enters the world of that process. What the process that calls this makes by fork is in it; itself is not, as far
// as process numbers are concerned. Null or what failed.
const char *enter_world(int holder_handle, int namespaces);
// For good: no right that only the administrator has, but for files and processes that are seen there.
const char *drop_privileges();

} // namespace braid::target
