#include "results/afl.h"

#include "results/output.h"

#include <fmt/format.h>

namespace braid::results {

namespace {

// id, what AFL knows about a crash, where it comes from; +cov marks inputs that went where none had been before.
std::string name_of(const Test &test) {
  const std::string origin = test.parent ? fmt::format("src:{:06}", *test.parent) : "orig:seed";
  const char *covered = test.new_ways != 0 ? ",+cov" : "";
  if (test.ending == Ending::TIMED_OUT)
    return fmt::format("hangs/id:{:06},{}", test.number, origin);
  if (test.is_finding)
    return fmt::format("crashes/id:{:06},sig:{:02},{}", test.number, test.signal, origin);
  return fmt::format("queue/id:{:06},{}{}", test.number, origin, covered);
}

} // namespace

void write_afl(const Folder &folder, const Request &request, Account &account) {
  OutputFolder output(request.destination, OutputFolder::Old::KEPT);
  for (const char *part : {"queue", "crashes", "hangs"})
    output.make(part);
  const Request named = with_only_input(folder, request);
  for_each_test(folder, request, account, [&](const Test &test) {
    if (const Input *input = chosen_input(test, named, account)) {
      output.write(name_of(test), input->bytes);
      account.wrote();
    }
  });
}

} // namespace braid::results
