// The tree: all paths seen so far, shared by prefix, and what is known about every way that no run has gone.
//
// A node is a step; its slots are the ways to go from it. A slot holds the number of the next node, or what became
// of the way. Once nothing is left to do below a node it is closed, and its own slot in its parent can say so in
// place of the node: closed subtrees can be dropped, and a node costs 24 bytes as long as it is there.
//
// Branches and assumptions have two slots in the node itself. Switches have one for each way, and values one for
// each value seen and one for all others, in a list of edges.
//
// The tree knows no expressions: what a way asks of an input is made again from a run that came by (`test`).
#pragma once

#include "explore/path.h"

namespace braid::explore {

// Number of a test, that is of an input that was run; from 0.
using TestNumber = uint32_t;
using Node = uint32_t;

// What is in a slot, unless it is the number of a node.
enum class Way : uint8_t {
  UNVISITED,
  TAKEN,      // somebody tries it now
  INFEASIBLE, // no input goes there
  TIME,       // unknown: the solver's time was up
  MEMORY,     // unknown: its memory was
  THEORY,     // unknown: nothing here can treat an operation in it
  SOLVER,     // unknown: an external solver failed
  DIVERGED,   // an input was made for it and went elsewhere
  DEPTH,      // left out by the limit of depth
  ITERATIONS, // left out by the limit of iterations at one place
  VALUES,     // left out by the limit of values at one place
  SAMPLES,    // unknown: no result seen of a function that is not instrumented leads there
  END,        // a run ended here
  CUT,        // a run was ended here by a limit
  REJECTED,   // an assumption does not hold
  FINISHED,   // everything below was explored; dropped
  CLOSED,     // nothing is left to do below, but not everything was explored; dropped
  MERGED,     // a run was merged here with another one: what comes is what came there
  COUNT
};

std::string_view way_text(Way way);
// Whether the way is known to the end.
bool is_complete(Way way);
// Whether nothing is left to do there.
inline bool is_closed(Way way) { return way != Way::UNVISITED && way != Way::TAKEN; }

class Tree {
public:
  static constexpr Node NONE = 0;

  Tree();

  // A way to go from a node: the other side of a branch, another way of a switch, another value.
  struct Alternative {
    Node node = NONE;
    uint32_t depth = 0;  // steps before the node
    uint64_t choice = 0; // of no meaning for values: any that was not seen
  };

  struct Added {
    enum class Kind : uint8_t {
      NEW,     // no run has come here before
      KNOWN,   // the same path has been seen
      PREFIX,  // it ends where others went on, or goes on where others ended: the program depends on more than
               // input
      STRANGE, // another step at a place where the tree knows one: likewise
      REFUTED, // it goes where the solver said that no input goes
    };
    Kind kind = Kind::NEW;
    uint32_t first_new = 0; // step from which on nodes are new; the number of steps if none is
    uint32_t common = 0;    // steps that agree with the tree
  };

  // Adds the path of a run, unless it is PREFIX or STRANGE. `end` is what its last slot becomes: END, CUT or
  // REJECTED.
  Added add(const Path &path, TestNumber test, Way end);

  // How many steps of a path the tree knows; all of them, and its end, if some run has gone it.
  struct Known {
    uint32_t steps = 0;
    bool to_the_end = false;
  };
  Known known(const Path &path) const;
  // Whether the path comes by this node after so many steps.
  bool passes(const Path &path, Node node, uint32_t depth) const;

  // The ways nobody has gone from the nodes of the path added last, from this step on, in the order of the path.
  template <class Visit> void for_unvisited(uint32_t from_step, Visit &&visit) const;
  // The nodes of the path added last, by step.
  std::span<const Node> nodes_of_last() const { return last_; }

  Way state(const Alternative &alternative) const;
  // Closes, and opens again, what has nothing left to do by that.
  void set(const Alternative &alternative, Way way);

  // About a node.
  StepKind kind(Node node) const { return StepKind(nodes_[node].kind); }
  Site site(Node node) const { return nodes_[node].site; }
  Site place(Node node) const { return nodes_[node].caller != 0 ? nodes_[node].caller : nodes_[node].site; }
  TestNumber test(Node node) const { return nodes_[node].test; }
  bool is_closed(Node node) const { return nodes_[node].closed != 0; }
  // Closed, and everything below was explored.
  bool is_complete(Node node) const { return nodes_[node].closed != 0 && nodes_[node].incomplete == 0; }
  Node parent(Node node) const { return nodes_[node].parent; }
  // How many ways are still to be gone, or are gone now, from nodes that this test brought.
  uint32_t open_ways(TestNumber test) const { return test < open_.size() ? open_[test] : 0; }
  // The same for all tests.
  size_t open_ways() const { return all_open_; }
  // Of a switch or a branch: whether it can go this way at all.
  bool has_way(Node node, uint64_t choice) const {
    return has_edges(node) ? const_cast<Tree *>(this)->find(node, choice) != nullptr : choice < 2;
  }
  // The values seen at a VALUE node.
  std::vector<uint64_t> values(Node node) const;

  // The first step of all paths; NONE as long as there is none.
  Node root() const { return root_slot_ >= FIRST ? root_slot_ - FIRST : NONE; }
  bool is_closed() const { return root() != NONE ? is_closed(root()) : explore::is_closed(Way(root_slot_)); }
  bool is_complete() const { return root() != NONE ? is_complete(root()) : explore::is_complete(Way(root_slot_)); }

  // One way to go from a node, for walks.
  struct Slot {
    uint64_t choice = 0;
    bool is_other = false;    // of a value: all values not seen
    Way way = Way::UNVISITED; // of no meaning if there is a node
    Node node = NONE;         // behind it
  };
  std::vector<Slot> slots(Node node) const;

  size_t nodes() const { return nodes_.size() - 1 - free_.size(); }
  size_t bytes() const { return nodes_.capacity() * sizeof(Entry) + edges_.capacity() * sizeof(Edge); }
  // Forgets what lies below closed nodes.
  void drop_closed();

private:
  static constexpr uint32_t FIRST = uint32_t(Way::COUNT); // slots from here on are nodes
  static constexpr TestNumber NO_TEST = UINT32_MAX;

  struct Entry {
    uint32_t parent = NONE;
    uint32_t site : 27 = 0;
    uint32_t kind : 2 = 0;
    uint32_t closed : 1 = 0;
    uint32_t incomplete : 1 = 0;
    TestNumber test = 0;
    uint32_t caller = 0;
    // Of two ways: not taken and taken. With edges: the first of them, and the slot for all values not seen.
    uint32_t slots[2] = {0, 0};
  };
  static_assert(sizeof(Entry) == 24);
  struct Edge {
    uint64_t choice;
    uint32_t slot;
    uint32_t next; // 0 is none
  };

  bool has_edges(Node node) const { return kind(node) == StepKind::SWITCH || kind(node) == StepKind::VALUE; }
  Node make(const Step &step, Node parent, TestNumber test);
  void exclude(Node node, const Step &step);
  void add_edge(Node node, uint64_t choice);
  static bool is_open(uint32_t slot) { return slot == uint32_t(Way::UNVISITED) || slot == uint32_t(Way::TAKEN); }
  // The one way to change a slot.
  void assign(Node node, uint32_t &slot, uint32_t value);
  // The slot of a way; null for a value that was not seen.
  uint32_t *find(Node node, uint64_t choice);
  uint32_t *find(const Alternative &alternative);
  uint32_t &slot_of(Node node, uint64_t choice); // that must be there
  template <class Visit> void for_slots(Node node, Visit &&visit) const;
  void close_upward(Node node);
  void open_upward(Node node);
  void release_below(Node node);

  uint32_t root_slot_ = 0;
  std::vector<Entry> nodes_; // entry 0 is not used
  std::vector<Edge> edges_;  // likewise
  std::vector<Node> free_;
  uint32_t free_edges_ = 0;
  std::vector<Node> last_;
  std::vector<uint32_t> open_; // by test
  size_t all_open_ = 0;
};

template <class Visit> void Tree::for_slots(Node node, Visit &&visit) const {
  const Entry &entry = nodes_[node];
  if (!has_edges(node)) {
    visit(uint64_t(0), entry.slots[0], false);
    visit(uint64_t(1), entry.slots[1], false);
    return;
  }
  for (uint32_t edge = entry.slots[0]; edge != 0; edge = edges_[edge].next)
    visit(edges_[edge].choice, edges_[edge].slot, false);
  if (kind(node) == StepKind::VALUE)
    visit(uint64_t(0), entry.slots[1], true);
}

template <class Visit> void Tree::for_unvisited(uint32_t from_step, Visit &&visit) const {
  for (uint32_t step = from_step; step < last_.size(); step++)
    for_slots(last_[step], [&](uint64_t choice, uint32_t slot, bool) {
      if (slot == uint32_t(Way::UNVISITED))
        visit(Alternative{last_[step], step, choice});
    });
}

} // namespace braid::explore
