// The folder of an AFL instance: queue/, crashes/ and hangs/, one file per test, named as AFL names its own. It
// can be copied beside the folders of a running AFL, which then takes over what is in the queue.
#pragma once

#include "results/request.h"

namespace braid::results {

void write_afl(const Folder &folder, const Request &request, Account &account);

} // namespace braid::results
