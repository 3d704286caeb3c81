#include "solver/query_log.h"

#include "expr/semantics.h"
#include "expr/smtlib.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

namespace braid::solver {

namespace {

constexpr const char *HEADER = "hash,verdict,reason,microseconds,layer,constraints\n";

uint64_t mixed(uint64_t state, uint64_t word, uint64_t factor) {
  state = (state ^ word) * factor;
  return state ^ state >> 29;
}

// Two words that are mixed with everything; together they are long enough to be taken for unique.
struct Mixer {
  uint64_t first = 0x243f6a8885a308d3u, second = 0x13198a2e03707344u; // digits of pi

  void add(uint64_t word) {
    first = mixed(first, word, 0x9e3779b97f4a7c15u);
    second = mixed(second, word + 1, 0xc2b2ae3d27d4eb4fu);
  }
  void add(Value value) {
    add(uint64_t(value));
    add(uint64_t(value >> 64));
  }
  void add(std::string_view text) {
    add(text.size());
    for (const char c : text)
      add(uint64_t(uint8_t(c)));
  }
};

// All of the text, or false with errno set.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(descriptor, text.data(), text.size());
    if (count < 0 && errno != EINTR)
      return false;
    text.remove_prefix(size_t(std::max<ssize_t>(count, 0)));
  }
  return true;
}

uint64_t answered(const LayerStatistics &statistics) {
  return statistics.satisfiable + statistics.unsatisfiable + statistics.unknown;
}

} // namespace

// Operands are hashed already.
QueryHash::Hash QueryHash::computed(Expr e) const {
  const braid_node &node = store_[e];
  Mixer mixer;
  mixer.add(uint64_t(node.op) << 32 | uint64_t(node.width) << 8 | node.index_width);
  switch (node.op) {
  case BRAID_OP_CONST:
    mixer.add(expr::constant_of(node));
    break;
  case BRAID_OP_SYMBOL:
    mixer.add(std::string_view(store_.name(node.a)));
    break;
  case BRAID_OP_TABLE:
    mixer.add(store_.table_of(e).fallback);
    for (const Value element : store_.table_of(e).elements)
      mixer.add(element);
    break;
  default: {
    Hash operands[3];
    const unsigned count = expr::OPERATIONS[node.op].operands;
    for (unsigned i = 0; i < count; i++)
      operands[i] = known_[expr::operand(node, i)];
    if (expr::commutes(node.op) && operands[1] < operands[0])
      std::swap(operands[0], operands[1]);
    if (node.op == BRAID_OP_EXTRACT)
      mixer.add(uint64_t(node.b));
    for (unsigned i = 0; i < count; i++) {
      mixer.add(operands[i].first);
      mixer.add(operands[i].second);
    }
  }
  }
  return {mixer.first | 1, mixer.second}; // never 0
}

QueryHash::Hash QueryHash::hash(Expr e) {
  known_.resize(std::max(known_.size(), store_.size()));
  std::vector<Expr> pending{e};
  while (!pending.empty()) {
    const Expr next = pending.back();
    const size_t before = pending.size();
    const braid_node &node = store_[next];
    for (unsigned i = 0; i < expr::OPERATIONS[node.op].operands; i++)
      if (const Expr wanted = expr::operand(node, i); known_[wanted].first == 0)
        pending.push_back(wanted);
    if (pending.size() != before)
      continue;
    if (known_[next].first == 0)
      known_[next] = computed(next);
    pending.pop_back();
  }
  return known_[e];
}

std::string QueryHash::of(std::span<const Expr> constraints) {
  Mixer mixer;
  for (const Expr constraint : constraints) {
    const Hash part = hash(constraint);
    mixer.add(part.first);
    mixer.add(part.second);
  }
  return fmt::format("{:016x}{:016x}", mixer.first, mixer.second);
}

QueryLog::QueryLog(Session &session, std::unique_ptr<Layer> next, std::string folder, Report report)
    : Layer(session, "log", std::move(next)), folder_(std::move(folder)), report_(std::move(report)),
      hash_(session.store) {
  if (!report_)
    report_ = [](const std::string &message) { fmt::print(stderr, "braid: {}\n", message); };
  open();
}

QueryLog::~QueryLog() {
  if (index_ >= 0)
    close(index_);
}

// A folder that was used before is continued.
void QueryLog::open() {
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  if (failed)
    return give_up(failed.message());
  const std::string path = folder_ + "/index.csv";
  std::ifstream before;
  if (std::filesystem::is_regular_file(path, failed)) // others may have no end
    before.open(path);
  bool has_header = false;
  for (std::string line; std::getline(before, line);) {
    if (has_header)
      written_.insert(line.substr(0, line.find(',')));
    has_header = true;
  }
  index_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (index_ < 0 || (!has_header && !write_all(index_, HEADER)))
    give_up(std::strerror(errno));
}

void QueryLog::give_up(const std::string &what) {
  if (index_ >= 0)
    close(index_);
  index_ = -1;
  report_(fmt::format("{}: queries cannot be written, and no more are tried: {}", folder_, what));
}

Answer QueryLog::answer(const Query &query) {
  std::vector<uint64_t> before;
  for (const Layer *layer = next(); layer != nullptr; layer = layer->next())
    before.push_back(answered(layer->statistics()));
  const Clock::time_point begin = Clock::now();
  Answer found = pass(query);
  const Clock::duration time = Clock::now() - begin;
  // Layers may ask several times to answer once; the last one that said something did the work.
  std::string_view by;
  size_t number = 0;
  for (const Layer *layer = next(); layer != nullptr; layer = layer->next())
    if (answered(layer->statistics()) != before[number++])
      by = layer->name();
  if (index_ >= 0)
    record(query, found, time, by);
  return found;
}

void QueryLog::record(const Query &query, const Answer &answer, Clock::duration time, std::string_view layer) {
  const std::string name = hash_.of(query.constraints);
  if (!written_.insert(name).second)
    return;
  const std::string_view verdict = verdict_text(answer.verdict);
  if (!write_file(name, expr::smtlib_script(session_.store, query.constraints, {.status = verdict})))
    return give_up(std::strerror(errno));
  const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
  const std::string line = fmt::format("{},{},{},{},{},{}\n", name, verdict, reason_text(answer.reason),
                                       microseconds, layer, query.constraints.size());
  if (!write_all(index_, line))
    give_up(std::strerror(errno));
}

bool QueryLog::write_file(const std::string &name, std::string_view text) {
  const std::string path = fmt::format("{}/{}.smt2", folder_, name);
  const std::string temporary = fmt::format("{}/.{}.{}", folder_, name, getpid());
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return false;
  bool written = write_all(descriptor, text);
  int error = errno;
  if (close(descriptor) != 0 && written) {
    written = false;
    error = errno;
  }
  if (written && rename(temporary.c_str(), path.c_str()) == 0)
    return true;
  if (written)
    error = errno;
  unlink(temporary.c_str());
  errno = error;
  return false;
}

} // namespace braid::solver
