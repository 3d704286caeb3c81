#include "results/corpus.h"

#include "results/hash.h"
#include "results/output.h"

#include <fmt/format.h>
#include <unordered_set>

namespace braid::results {

namespace {

const char *prefix(const Test &test) {
  if (!test.is_finding)
    return "";
  return test.ending == Ending::TIMED_OUT ? "timeout-" : "crash-";
}

} // namespace

void write_corpus(const Folder &folder, const Request &request, Account &account) {
  OutputFolder output(request.destination, OutputFolder::Old::KEPT);
  std::unordered_set<std::string> names;
  const Request named = with_only_input(folder, request);
  for_each_test(folder, request, account, [&](const Test &test) {
    if (test.is_finding && !request.findings_only) {
      account.leave_out("crashes and hangs, which would end a fuzzer (--findings-only writes them)");
      return;
    }
    if (const Input *input = chosen_input(test, named, account)) {
      const std::string name = prefix(test) + sha1(input->bytes);
      output.write(name, input->bytes);
      names.insert(name);
      account.wrote();
    }
  });
  if (names.size() != account.written())
    account.note(fmt::format("equal inputs are one file: {} files", names.size()));
}

} // namespace braid::results
