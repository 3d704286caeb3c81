// Where no namespaces are to be had: Landlock, by which a process forbids itself to change files, and on newer
// systems also to use the network and to send signals to others. It needs no rights, and many containers that
// allow no namespaces allow it.
//
// A folder to write to would have to be a real one, whose files somebody must remove; so there is none, and a
// program that writes files finds that it cannot.
#pragma once

#include "target/descriptor.h"

#include <string>

namespace braid::target {

struct WriteBan {
  Descriptor rules;    // not open if the kernel has no Landlock
  std::string missing; // what it does not forbid here; empty if nothing is
};

WriteBan make_write_ban();
// Of signals to others and of looking into them, and nothing else. Not open before Linux 6.12.
Descriptor make_signal_ban();

// Of either. In a process that is to become the program, and that borrows the memory of this one. Null or what
// failed.
const char *enter_write_ban(int rules);

} // namespace braid::target
