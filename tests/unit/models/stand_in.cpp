#include "stand_in.h"

#include "runtime/model.h"

#include <cstring>
#include <map>
#include <sys/mman.h>
#include <unistd.h>

namespace stand_in {

static Symbolic chosen = Symbolic::Inactive;
static std::map<const char *, int> labels;
static int lossCount, lengthCount, addressCount;
static std::vector<std::pair<bool, unsigned>> marked;

static bool labelsCount() { return chosen == Symbolic::Labelled || chosen == Symbolic::Values; }

void choose(Symbolic symbolic) {
  chosen = symbolic;
  labels.clear();
  lossCount = lengthCount = addressCount = 0;
  marked.clear();
}

const char *name(Symbolic symbolic) {
  static const char *const names[] = {"inactive", "nothing symbolic", "everything symbolic",
                                      "labelled bytes symbolic", "values symbolic"};
  return names[static_cast<int>(symbolic)];
}

void label(const void *address, std::size_t bytes, int first) {
  for (std::size_t i = 0; i < bytes; i++)
    labels[static_cast<const char *>(address) + i] = first + static_cast<int>(i);
}

int labelOf(const void *address) {
  auto found = labels.find(static_cast<const char *>(address));
  return found == labels.end() ? 0 : found->second;
}

std::vector<int> labelsOf(const void *address, std::size_t bytes) {
  std::vector<int> result;
  for (std::size_t i = 0; i < bytes; i++)
    result.push_back(labelOf(static_cast<const char *>(address) + i));
  return result;
}

int losses() { return lossCount; }
int lengths() { return lengthCount; }
int addresses() { return addressCount; }
const std::vector<std::pair<bool, unsigned>> &checks() { return marked; }

Edge::Edge() : page(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
  begin = static_cast<char *>(mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  end = begin + page;
  mprotect(end, page, PROT_NONE);
}

Edge::~Edge() { munmap(begin, 2 * page); }

char *Edge::place(const std::string &bytes) {
  char *at = room(bytes.size());
  std::memcpy(at, bytes.data(), bytes.size());
  return at;
}

std::vector<std::string> allStrings(const std::string &alphabet, std::size_t longest) {
  std::vector<std::string> result{""};
  for (std::size_t begin = 0, length = 0; length < longest; length++) {
    std::size_t end = result.size();
    for (; begin < end; begin++)
      for (char character : alphabet)
        result.push_back(result[begin] + character);
  }
  return result;
}

} // namespace stand_in

using stand_in::Symbolic;

extern "C" {
void __braid_mark_check(bool wrong, uint32_t check) { stand_in::marked.emplace_back(wrong, check); }
__thread braid_thread __braid_thread;

bool braid_is_active(void) { return stand_in::chosen != Symbolic::Inactive; }

bool braid_any_symbolic(const void *address, size_t bytes) {
  if (stand_in::labelsCount()) {
    const char *at = static_cast<const char *>(address);
    auto found = stand_in::labels.lower_bound(at);
    return found != stand_in::labels.end() && static_cast<size_t>(found->first - at) < bytes;
  }
  return stand_in::chosen == Symbolic::Everything && bytes > 0;
}

bool braid_value_symbolic(uint64_t) {
  return stand_in::chosen == Symbolic::Everything || stand_in::chosen == Symbolic::Values;
}

uint64_t braid_concrete(uint64_t value, int) {
  stand_in::lossCount++;
  return value;
}

size_t braid_concrete_length(size_t length, bool) {
  stand_in::lengthCount++;
  return length;
}

size_t braid_length_within(size_t length, const void *, const void *) {
  stand_in::lengthCount++;
  return length;
}

void *braid_concrete_address(const void *address, size_t, bool) {
  stand_in::addressCount++;
  return const_cast<void *>(address);
}

double braid_called_double(int, double, double, double result) { return result; }

float braid_called_float(int, float, float, float result) { return result; }

void braid_written(void *address, size_t bytes) {
  if (!stand_in::labelsCount())
    return;
  char *at = static_cast<char *>(address);
  stand_in::labels.erase(stand_in::labels.lower_bound(at), stand_in::labels.lower_bound(at + bytes));
}

void braid_cannot_restart(const char *) {}
void braid_channel_opened(int, bool) {}
void braid_escapes(int) {}

void braid_copy_labels(void *to, const void *from, size_t bytes) {
  if (!stand_in::labelsCount())
    return;
  auto copied = stand_in::labelsOf(from, bytes);
  braid_written(to, bytes);
  for (size_t i = 0; i < bytes; i++)
    if (copied[i])
      stand_in::labels[static_cast<char *>(to) + i] = copied[i];
}
}
