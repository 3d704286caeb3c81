// The runtime as the models see it, played for tests. What counts as symbolic is chosen: nothing, everything, the
// bytes that a test has labelled, or these and every value. Labels are numbers; they move when a model asks for
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace stand_in {

enum class Symbolic { Inactive, Nothing, Everything, Labelled, Values };

/// Sets what is symbolic, and forgets all labels and counts.
void choose(Symbolic symbolic);
const char *name(Symbolic symbolic);

void label(const void *address, std::size_t bytes, int first);
/// 0 for none.
int labelOf(const void *address);
std::vector<int> labelsOf(const void *address, std::size_t bytes);

/// How often a model recorded a loss, a length and an address since choose().
int losses();
int lengths();
int addresses();
/// The checks that models marked since then: what each said, and its number.
const std::vector<std::pair<bool, unsigned>> &checks();

/// A page of memory that ends where nothing is mapped.
class Edge {
public:
  Edge();
  ~Edge();
  Edge(const Edge &) = delete;
  Edge &operator=(const Edge &) = delete;

  /// Room for that many bytes, the last of them the last of the page.
  char *room(std::size_t bytes) { return end - bytes; }
  /// The bytes, and nothing behind them.
  char *place(const std::string &bytes);
  /// The bytes and a zero.
  char *placeText(const std::string &text) { return place(text + '\0'); }

private:
  std::size_t page;
  char *begin, *end;
};

/// All strings over an alphabet up to a length, the empty one first.
std::vector<std::string> allStrings(const std::string &alphabet, std::size_t longest);

/// Characters that matter to string functions: equal but for case, with and without the sign bit.
inline const std::string characters = "aAb\x80\xff";

} // namespace stand_in
